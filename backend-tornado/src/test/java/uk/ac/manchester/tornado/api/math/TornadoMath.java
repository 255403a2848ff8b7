package uk.ac.manchester.tornado.api.math;

/** Functions of floats. */
public final class TornadoMath {
  private TornadoMath() {}

  public static float sqrt(float x) {
    return (float) Math.sqrt(x);
  }

  public static float sin(float x) {
    return (float) Math.sin(x);
  }

  public static float cos(float x) {
    return (float) Math.cos(x);
  }

  public static float exp(float x) {
    return (float) Math.exp(x);
  }

  public static float log(float x) {
    return (float) Math.log(x);
  }
}
