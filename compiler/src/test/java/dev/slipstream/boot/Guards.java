package dev.slipstream.boot;

/** Replaces the agent's class of the same name. */
public final class Guards {
  @SuppressWarnings("NonFinalStaticField") // As in the agent's class.
  public static int shortest = Integer.MAX_VALUE;

  private Guards() {}
}
