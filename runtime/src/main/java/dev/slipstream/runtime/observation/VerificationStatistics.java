package dev.slipstream.runtime.observation;

/**
 * What came of comparing a loop's executions with the host's.
 *
 * @param executions the executions that were compared
 * @param differing those of them of which at least one value differed
 * @param firstDifference the first difference, as shown to users; empty if there was none
 * @param skipped the executions that could not be compared
 * @param skippedBecause why the last of those could not; empty if there was none
 */
public record VerificationStatistics(
    long executions, long differing, String firstDifference, long skipped, String skippedBecause) {
  /** Nothing was to be compared. */
  public static final VerificationStatistics NONE = new VerificationStatistics(0, 0, "", 0, "");

  /** What came of comparing the executions of two loops. */
  VerificationStatistics plus(VerificationStatistics other) {
    return new VerificationStatistics(
        executions + other.executions,
        differing + other.differing,
        firstDifference.isEmpty() ? other.firstDifference : firstDifference,
        skipped + other.skipped,
        other.skippedBecause.isEmpty() ? skippedBecause : other.skippedBecause);
  }
}
