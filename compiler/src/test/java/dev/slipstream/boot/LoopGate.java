package dev.slipstream.boot;

/** Replaces the agent's class of the same name. */
public final class LoopGate {
  private final double below;

  public LoopGate(double below) {
    this.below = below;
  }

  public boolean passes(double work) {
    return work < below;
  }

  public static boolean mayBeAway(Object array) {
    return array instanceof float[] floats && floats.length >= Guards.shortest;
  }
}
