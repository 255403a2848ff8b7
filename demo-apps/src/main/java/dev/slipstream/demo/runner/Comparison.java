package dev.slipstream.demo.runner;

import dev.slipstream.demo.Program;

/**
 * One program run without and with the agent.
 *
 * @param program what was run
 * @param size at which size
 * @param plain what it said without the agent
 * @param attached what it said with the agent
 * @param report what the agent said
 */
record Comparison(
    Program program, int size, ProgramOutput plain, ProgramOutput attached, AgentReport report) {

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
    return plain.checksum().equals(attached.checksum());
  }

  Verdict verdict() {
    if (checksumEqual()) {
      return Verdict.EQUAL;
    }
    boolean allowed =
        plain.maxUlp().isPresent()
            && plain.maxUlp().getAsDouble() <= ALLOWED_ULP
            && attached.maxUlp().isPresent()
            && attached.maxUlp().getAsDouble() <= ALLOWED_ULP;
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
