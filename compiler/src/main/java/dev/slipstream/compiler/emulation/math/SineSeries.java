package dev.slipstream.compiler.emulation.math;

/**
 * The coefficients with which fdlibm's k_sin.c and k_cos.c interpolate sine and cosine where the
 * angle is at most pi/4. Constants, so that no kernel refers to this class.
 */
public final class SineSeries {
  public static final double S1 = -0x1.5555555555549p-3;
  public static final double S2 = 0x1.111111110f8a6p-7;
  public static final double S3 = -0x1.a01a019c161d5p-13;
  public static final double S4 = 0x1.71de357b1fe7dp-19;
  public static final double S5 = -0x1.ae5e68a2b9cebp-26;
  public static final double S6 = 0x1.5d93a5acfd57cp-33;

  public static final double C1 = 0x1.555555555554cp-5;
  public static final double C2 = -0x1.6c16c16c15177p-10;
  public static final double C3 = 0x1.a01a019cb159p-16;
  public static final double C4 = -0x1.27e4f809c52adp-22;
  public static final double C5 = 0x1.1ee9ebdb4b1c4p-29;
  public static final double C6 = -0x1.8fae9be8838d4p-37;

  private SineSeries() {}
}
