package dev.slipstream.demo.runner;

import dev.slipstream.demo.Program;
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
 * @param compiling what the program said when its kernels were compiled; empty if they were not
 */
record Comparison(
    Program program,
    int size,
    ProgramOutput plain,
    ProgramOutput attached,
    AgentReport report,
    Optional<ProgramOutput> compiling) {

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
    return isEqual(attached) && compiling.map(this::isEqual).orElse(true);
  }

  private boolean isEqual(ProgramOutput other) {
    return plain.checksum().equals(other.checksum());
  }

  /** That of the worse of two runs. */
  Verdict verdict() {
    Verdict last = verdict(attached);
    Verdict first = compiling.map(this::verdict).orElse(last);
    return first.compareTo(last) > 0 ? first : last;
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
