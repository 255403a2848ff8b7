package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Compares what programs say that say much. */
final class SameLines {
  private SameLines() {}

  /**
   * Names the first line that differs, and the program that says it.
   *
   * @param heading what lines begin with that name a program
   * @param err what else was written
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
