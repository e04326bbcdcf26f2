/* Speaks one text with a flite voice, and prints when each phone ends.

     flite-phones VOICE TEXT OUT.wav

   One line a phone, separated by tabs: end in seconds, phone, number of its word counted from one
   (0 for a pause), stress of its syllable (0 or 1), the word. */

#include <flite/flite.h>
#include <stdio.h>
#include <string.h>

cst_voice *register_cmu_us_slt(const char *folder);
cst_voice *register_cmu_us_rms(const char *folder);
cst_voice *register_cmu_us_awb(const char *folder);
cst_voice *register_cmu_us_kal16(const char *folder);

static cst_voice *voice_named(const char *name) {
  if (strcmp(name, "slt") == 0) return register_cmu_us_slt(NULL);
  if (strcmp(name, "rms") == 0) return register_cmu_us_rms(NULL);
  if (strcmp(name, "awb") == 0) return register_cmu_us_awb(NULL);
  if (strcmp(name, "kal16") == 0) return register_cmu_us_kal16(NULL);
  return NULL;
}

/* Notes in each segment of a word which word that is, and how its syllable is stressed. */
static void number_words(cst_utterance *utterance) {
  int number = 0;
  for (cst_item *word = relation_head(utt_relation(utterance, "Word")); word;
       word = item_next(word)) {
    number++;
    for (cst_item *syllable = item_daughter(item_as(word, "SylStructure")); syllable;
         syllable = item_next(syllable)) {
      for (cst_item *segment = item_daughter(syllable); segment; segment = item_next(segment)) {
        item_set_int(segment, "word_number", number);
        item_set_int(segment, "word_stress", item_feat_int(syllable, "stress") > 0);
        item_set_string(segment, "word_text", item_feat_string(word, "name"));
      }
    }
  }
}

int main(int count, char **words) {
  if (count != 4) {
    fprintf(stderr, "usage: flite-phones VOICE TEXT OUT.wav\n");
    return 64;
  }
  flite_init();
  cst_voice *voice = voice_named(words[1]);
  if (!voice) {
    fprintf(stderr, "flite-phones: there is no voice '%s'.\n", words[1]);
    return 64;
  }
  cst_utterance *utterance = flite_synth_text(words[2], voice);
  if (!utterance || cst_wave_save_riff(utt_wave(utterance), words[3]) != CST_OK_FORMAT) {
    fprintf(stderr, "flite-phones: '%s' could not be written.\n", words[3]);
    return 1;
  }
  number_words(utterance);
  for (cst_item *segment = relation_head(utt_relation(utterance, "Segment")); segment;
       segment = item_next(segment)) {
    int spoken = item_feat_present(segment, "word_number");
    printf("%.6f\t%s\t%d\t%d\t%s\n", item_feat_float(segment, "end"),
           item_feat_string(segment, "name"), spoken ? item_feat_int(segment, "word_number") : 0,
           spoken ? item_feat_int(segment, "word_stress") : 0,
           spoken ? item_feat_string(segment, "word_text") : "");
  }
  delete_utterance(utterance);
  return 0;
}
