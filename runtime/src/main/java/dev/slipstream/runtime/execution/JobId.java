package dev.slipstream.runtime.execution;

/**
 * Identifies a job by its place in the stream of jobs of one node.
 *
 * @param number 0 or more, and higher than the numbers of all jobs before it
 */
public record JobId(long number) implements Comparable<JobId> {
  @Override
  public int compareTo(JobId other) {
    return Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return "J" + number;
  }
}
