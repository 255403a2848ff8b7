package dev.slipstream.compiler.opencl;

/** How closely a translated kernel keeps to Java's floating-point results. */
public enum FloatingPoint {
  /** To the bit. */
  EXACT,
  /**
   * Products and sums may be fused, and functions such as {@code Math.sin} are the device's own,
   * those of a widened float in single precision.
   */
  RELAXED
}
