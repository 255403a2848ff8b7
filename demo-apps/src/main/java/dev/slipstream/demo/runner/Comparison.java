package dev.slipstream.demo.runner;

import dev.slipstream.demo.Program;
import java.util.List;
import java.util.Optional;

/**
 * The runs of one program without and with the agent. If the first run with it had to wait for
 * kernels to be compiled, there is a second one; the driver keeps compiled kernels.
 *
 * @param program the program
 * @param size its size
 * @param plain its output without the agent
 * @param attached its output with the agent
 * @param report the agent's report
 * @param ranked the run on several ranks; empty if there was none
 * @param compiling the output of the run in which kernels were compiled; empty if none were
 */
record Comparison(
    Program program,
    int size,
    ProgramOutput plain,
    ProgramOutput attached,
    AgentReport report,
    Optional<Ranked> ranked,
    Optional<ProgramOutput> compiling) {

  /** The output of a program on several ranks, and how many bytes these exchanged. */
  record Ranked(ProgramOutput output, long bytes) {}

  /** The error that {@code java.lang.Math} allows its inexact functions. */
  private static final double ALLOWED_ULP = 1.0;

  /** How the results of the two runs relate. */
  enum Verdict {
    /** The same bits. */
    EQUAL("equal"),
    /** Not the same bits, but both as near to the exact values as Math promises. */
    WITHIN_ULP("≤ 1 ulp"),
    /** One of them is wrong. */
    DIFFERENT("DIFFERENT");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  boolean checksumEqual() {
    return isEqual(attached)
        && ranked.map(run -> isEqual(run.output())).orElse(true)
        && compiling.map(this::isEqual).orElse(true);
  }

  private boolean isEqual(ProgramOutput other) {
    return plain.checksum().equals(other.checksum());
  }

  /** Returns the verdict on the worst run. */
  Verdict verdict() {
    Verdict worst = verdict(attached);
    for (Optional<ProgramOutput> other : List.of(compiling, ranked.map(Ranked::output))) {
      Verdict found = other.map(this::verdict).orElse(worst);
      worst = found.compareTo(worst) > 0 ? found : worst;
    }
    return worst;
  }

  private Verdict verdict(ProgramOutput run) {
    if (isEqual(run)) {
      return Verdict.EQUAL;
    }
    boolean allowed =
        plain.maxUlp().isPresent()
            && plain.maxUlp().getAsDouble() <= ALLOWED_ULP
            && run.maxUlp().isPresent()
            && run.maxUlp().getAsDouble() <= ALLOWED_ULP;
    return allowed ? Verdict.WITHIN_ULP : Verdict.DIFFERENT;
  }

  /** Returns how many times faster the run with the agent was. */
  double ratio() {
    return plain.millis() / Math.max(0.001, attached.millis());
  }

  /** Returns the part of the plain process's time that it spent in annotated loops, from 0 to 1. */
  double loopShare() {
    return plain.loopMillis() / Math.max(0.001, plain.processMillis());
  }
}
