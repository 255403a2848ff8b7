package dev.slipstream.opencl;

/**
 * Makes a stage of the OpenCL device fail through the driver's own error paths, so that tests can
 * see what the runtime does then. Read once, when the devices are opened.
 */
public enum FaultInjection {
  /** Nothing fails. */
  NONE,
  /** The OpenCL library is looked for under a name that does not exist. */
  LOAD,
  /** Each kernel gets a syntax error. */
  BUILD,
  /** Each launch asks for a work-group larger than the device takes. */
  LAUNCH;

  /** The system property that names the stage: {@code load}, {@code build} or {@code launch}. */
  public static final String PROPERTY = "slipstream.test.opencl.fail";

  /**
   * What {@link #PROPERTY} asks for.
   *
   * @throws IllegalArgumentException if its value is not one of the stages
   */
  public static FaultInjection fromSystemProperties() {
    String stage = System.getProperty(PROPERTY, "");
    return switch (stage) {
      case "" -> NONE;
      case "load" -> LOAD;
      case "build" -> BUILD;
      case "launch" -> LAUNCH;
      default ->
          throw new IllegalArgumentException(
              PROPERTY + "=" + stage + " is none of load, build and launch");
    };
  }

  /** The library name to try first where loading is to fail or {@code name}. */
  public String libraryName(String name) {
    return this == LOAD ? "libNoOpenCLForThisTest.so.1" : name;
  }

  /** The kernel text, with a syntax error where building is to fail. */
  public String kernelText(String text) {
    return this == BUILD ? text + "\n} this is no OpenCL C\n" : text;
  }

  /** The work-group size of the innermost dimension, too large where the launch is to fail. */
  public long workGroupSize(long size, long deviceMaximum) {
    return this == LAUNCH ? 2 * deviceMaximum + 1 : size;
  }
}
