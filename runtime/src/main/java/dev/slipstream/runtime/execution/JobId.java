package dev.slipstream.runtime.execution;

/**
 * Names a job by its place in the stream of jobs of one node.
 *
 * @param number 0 or more; each job's is higher than those of all jobs before it
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
