package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Compares long outputs of programs. */
final class SameLines {
  private SameLines() {}

  /**
   * Fails with the first differing line and the program that printed it.
   *
   * @param heading the prefix of lines that name a program
   * @param err the standard error output
   */
  static void require(List<String> said, List<String> expected, String heading, String err) {
    String program = "";
    for (int k = 0; k < Math.min(said.size(), expected.size()); k++) {
      program = expected.get(k).startsWith(heading) ? expected.get(k) : program;
      assertThat(said.get(k)).as("line %d, of %s; %s", k, program, err).isEqualTo(expected.get(k));
    }
    assertThat(said).as(err).hasSameSizeAs(expected);
  }
}
