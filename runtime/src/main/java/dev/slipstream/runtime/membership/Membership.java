package dev.slipstream.runtime.membership;

import java.util.List;

/**
 * The processes of a run, as each of them knows them.
 *
 * @param rank this process
 * @param members all processes, in the order of their ranks
 * @param token a random number that only members of this run know
 */
public record Membership(int rank, List<Member> members, long token) {
  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the members are not those of the ranks from 0 on, or this
   *     process is none of them
   */
  public Membership {
    members = List.copyOf(members);
    for (int i = 0; i < members.size(); i++) {
      if (members.get(i).rank() != i) {
        throw new IllegalArgumentException(members.get(i) + " is in the place of rank " + i);
      }
    }
    if (rank < 0 || rank >= members.size()) {
      throw new IllegalArgumentException("there is no rank " + rank + " of " + members.size());
    }
  }

  /** How many processes the run has. */
  public int size() {
    return members.size();
  }

  /**
   * The index of this process among those of its machine, from 0 on, in the order of their ranks.
   */
  public int localRank() {
    return (int) members.stream().limit(rank).filter(this::isHere).count();
  }

  /** How many processes of the run share this machine's cores and devices. */
  public int localSize() {
    return (int) members.stream().filter(this::isHere).count();
  }

  private boolean isHere(Member other) {
    return other.machine().equals(members.get(rank).machine());
  }
}
