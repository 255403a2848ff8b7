package dev.slipstream.agent.kept;

/**
 * The program's start of which this JVM is one.
 *
 * @param command the program, its arguments and the JVM's options
 * @param began when the agent was started, as {@link System#nanoTime}
 * @param mayLeaveAlone whether the agent may leave loops alone that have gained nothing before
 */
public record ThisStart(String command, long began, boolean mayLeaveAlone) {
  /** For how long it has lasted, in nanoseconds. */
  public long nanos() {
    return System.nanoTime() - began;
  }
}
