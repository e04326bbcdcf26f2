;; Speaks one text with a Festival voice, and writes when each phone ends.
;;
;;   festival -b festival-phones.scm '(speak-with VOICE "TEXT" "OUT.wav" "OUT.phones")'
;;
;; One line a phone, separated by tabs: end in seconds, phone, number of its word counted from one
;; (0 for a pause), stress of its syllable (0 or 1), the word.

(define (number-words utt)
  "Notes in each segment of a word which word that is, and how its syllable is stressed."
  (let ((number 0))
    (mapcar
     (lambda (word)
       (set! number (+ number 1))
       (mapcar
        (lambda (syllable)
          (mapcar
           (lambda (segment)
             (item.set_feat segment "word_number" number)
             (item.set_feat segment "word_stress" (item.feat syllable "stress"))
             (item.set_feat segment "word_text" (item.name word)))
           (item.daughters syllable)))
        (item.daughters (item.relation word 'SylStructure))))
     (utt.relation.items utt 'Word))))

(define (speak-with voice text wave phones)
  "Synthesises TEXT into the file WAVE, and writes its phones into the file PHONES."
  (voice)
  (let ((utt (utt.synth (eval (list 'Utterance 'Text text))))
        (file (fopen phones "w")))
    (utt.save.wave utt wave 'riff)
    (number-words utt)
    (mapcar
     (lambda (segment)
       (let ((number (item.feat segment "word_number")))
         (format file "%s\t%s\t%s\t%s\t%s\n"
                 (item.feat segment "end") (item.name segment) number
                 (item.feat segment "word_stress")
                 (if (equal? number 0) "" (item.feat segment "word_text")))))
     (utt.relation.items utt 'Segment))
    (fclose file)))
