package dev.slipstream.runtime.configuration;

import java.util.Collection;
import java.util.Locale;

/** Finds the word that was most likely meant by a misspelt one. */
public final class NearestWord {
  private NearestWord() {}

  /**
   * The word with the smallest Levenshtein distance, ignoring case; the first of equals.
   *
   * @param words at least one
   */
  public static String to(String misspelt, Collection<String> words) {
    String lower = misspelt.toLowerCase(Locale.ROOT);
    String best = "";
    int bestDistance = Integer.MAX_VALUE;
    for (String word : words) {
      int distance = distance(lower, word.toLowerCase(Locale.ROOT));
      if (distance < bestDistance) {
        bestDistance = distance;
        best = word;
      }
    }
    return best;
  }

  /** Levenshtein's edit distance, by the two-row form of Wagner and Fischer (1974). */
  static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replace, Math.min(previous[j], current[j - 1]) + 1);
      }
      int[] swap = previous;
      previous = current;
      current = swap;
    }
    return previous[b.length()];
  }
}
