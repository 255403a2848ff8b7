package dev.slipstream.compiler.opencl;

/** The precision with which a translated kernel reproduces Java's floating-point results. */
public enum FloatingPoint {
  /** Equal to Java's results bit for bit. */
  EXACT,
  /**
   * Products and sums may be fused. Functions such as {@code Math.sin} are the device's own, in
   * single precision if the argument is a widened float.
   */
  RELAXED
}
