package dev.slipstream.boot;

/** Replaces the agent's class of the same name. */
public final class LoopGate {
  private LoopGate() {}

  public static boolean mayBeAway(Object array) {
    return array instanceof float[] floats && floats.length >= Guards.shortest;
  }
}
