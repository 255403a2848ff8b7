package dev.slipstream.runtime.membership;

/**
 * One process of a run.
 *
 * @param rank 0 to the number of processes - 1
 * @param host the host that it runs on, for messages
 * @param machine equal for two processes if and only if they share cores and devices
 * @param pid its number on its host
 * @param address its address in the transport's form
 */
public record Member(int rank, String host, String machine, long pid, byte[] address) {
  /** The longest address of a transport. */
  public static final int MOST_ADDRESS_BYTES = 16 << 10;

  static final int MOST_NAME_CHARACTERS = 256;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the rank is negative, or a name or the address too long
   */
  public Member {
    if (rank < 0) {
      throw new IllegalArgumentException("a rank is not negative: " + rank);
    }
    if (host.length() > MOST_NAME_CHARACTERS || machine.length() > MOST_NAME_CHARACTERS) {
      throw new IllegalArgumentException(
          "the name of a host has at most " + MOST_NAME_CHARACTERS + " characters");
    }
    if (address.length > MOST_ADDRESS_BYTES) {
      throw new IllegalArgumentException(
          "an address has at most " + MOST_ADDRESS_BYTES + " bytes, not " + address.length);
    }
  }

  @Override
  public String toString() {
    return "rank " + rank + " on " + host + " (process " + pid + ")";
  }
}
