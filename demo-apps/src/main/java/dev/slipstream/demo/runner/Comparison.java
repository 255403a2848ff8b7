package dev.slipstream.demo.runner;

import dev.slipstream.demo.Program;
import java.util.List;
import java.util.Optional;

/**
 * One program run without and with the agent, and twice with it where the first run had to wait for
 * kernels that the driver keeps compiled from then on.
 *
 * @param program what was run
 * @param size at which size
 * @param plain what it said without the agent
 * @param attached what it said with the agent
 * @param report what the agent said
 * @param ranked the same on several ranks; empty if it was not run on several
 * @param compiling what the program said when its kernels were compiled; empty if they were not
 */
record Comparison(
    Program program,
    int size,
    ProgramOutput plain,
    ProgramOutput attached,
    AgentReport report,
    Optional<Ranked> ranked,
    Optional<ProgramOutput> compiling) {

  /** What a program said on several ranks, and how many bytes went between them. */
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

  /** That of the worst run. */
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

  /** How many times faster the run with the agent was. */
  double ratio() {
    return plain.millis() / Math.max(0.001, attached.millis());
  }

  /** The part of the plain process's life that it spent in annotated loops, from 0 to 1. */
  double loopShare() {
    return plain.loopMillis() / Math.max(0.001, plain.processMillis());
  }
}
