package dev.slipstream.boot;

/** Replaces the agent's class of the same name. */
public final class LoopGate {
  private final double below;
  private final Class<?>[] classes;

  public LoopGate(double below, Class<?>... classes) {
    this.below = below;
    this.classes = classes;
  }

  public boolean isOf(Object object, int number) {
    return object != null && object.getClass() == classes[number];
  }

  public boolean passesQuickly(double work) {
    return work < below;
  }

  public boolean passesSlowly(double work) {
    return false;
  }

  public static boolean mayBeAway(Object array) {
    return array instanceof float[] floats && floats.length >= Guards.shortest;
  }
}
