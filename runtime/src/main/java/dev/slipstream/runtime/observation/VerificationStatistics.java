package dev.slipstream.runtime.observation;

/**
 * The outcome of comparisons of a loop's executions with the host's results.
 *
 * @param executions the executions that were compared
 * @param differing how many of them had at least one value that differed
 * @param firstDifference the first difference, as shown to users; empty if there was none
 * @param skipped the executions that could not be compared
 * @param skippedBecause why the last of those could not; empty if there was none
 */
public record VerificationStatistics(
    long executions, long differing, String firstDifference, long skipped, String skippedBecause) {
  /** Nothing was compared. */
  public static final VerificationStatistics NONE = new VerificationStatistics(0, 0, "", 0, "");

  /** Returns the sum for two loops. */
  VerificationStatistics plus(VerificationStatistics other) {
    return new VerificationStatistics(
        executions + other.executions,
        differing + other.differing,
        firstDifference.isEmpty() ? other.firstDifference : firstDifference,
        skipped + other.skipped,
        other.skippedBecause.isEmpty() ? skippedBecause : other.skippedBecause);
  }
}
