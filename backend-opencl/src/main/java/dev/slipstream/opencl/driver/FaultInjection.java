package dev.slipstream.opencl.driver;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.lwjgl.opencl.CL10;

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
  LAUNCH,
  /** Each launch leaves out the last iteration of the outermost loop, without a word. */
  ITERATION,
  /** After {@value #LAST_LAUNCHES} launches the device is gone: who waits for kernels hears it. */
  LOST,
  /** Each kernel that an earlier run built reaches the driver with other bytes. */
  CACHE,
  /** No array finds room on the device. */
  ALLOCATE,
  /** No array gets to the device. */
  UPLOAD,
  /** No array comes back from the device. */
  DOWNLOAD;

  /** So many launches come before the device is lost, where it is to be. */
  public static final int LAST_LAUNCHES = 8;

  /** The system property that names the stage in small letters, {@code build}. */
  public static final String PROPERTY = "slipstream.test.opencl.fail";

  /**
   * What {@link #PROPERTY} asks for.
   *
   * @throws IllegalArgumentException if its value is not one of the stages
   */
  public static FaultInjection fromSystemProperties() {
    String stage = System.getProperty(PROPERTY, "");
    if (stage.isEmpty()) {
      return NONE;
    }
    for (FaultInjection fault : values()) {
      if (fault != NONE && stage.equals(fault.name().toLowerCase(Locale.ROOT))) {
        return fault;
      }
    }
    throw new IllegalArgumentException(
        PROPERTY
            + "="
            + stage
            + " is none of load, build, launch, iteration, lost, cache, allocate, upload and"
            + " download");
  }

  /** The library name to try first where loading is to fail or {@code name}. */
  public String libraryName(String name) {
    return this == LOAD ? "libNoOpenCLForThisTest.so.1" : name;
  }

  /** The kernel text, with a syntax error where building is to fail. */
  public String kernelText(String text) {
    return this == BUILD ? text + "\n} this is no OpenCL C\n" : text;
  }

  /** What is launched where iterations are to be left out. */
  public Launch launch(Launch launch) {
    IterationSpace space = launch.space();
    if (this != ITERATION || space.count(0) < 2) {
      return launch;
    }
    int dimensions = space.dimensions();
    int[] starts = new int[dimensions];
    int[] steps = new int[dimensions];
    int[] counts = new int[dimensions];
    for (int d = 0; d < dimensions; d++) {
      starts[d] = space.start(d);
      steps[d] = space.step(d);
      counts[d] = space.count(d) - (d == 0 ? 1 : 0);
    }
    return launch.over(new IterationSpace(starts, steps, counts));
  }

  /**
   * Says that kernels have not ended.
   *
   * @param launches how many kernels have been started
   * @throws ClException where the device is gone
   */
  public void requireAnswer(long launches) throws ClException {
    if (this == LOST && launches > LAST_LAUNCHES) {
      throw new ClException("clWaitForEvents", CL10.CL_INVALID_VALUE);
    }
  }

  /**
   * Says that there is no room for an array that is to stay on the device. Drivers that allocate
   * what is used first would say so of no size.
   *
   * @throws ClException where that is to fail
   */
  public void requireRoom(long bytes) throws ClException {
    if (this == ALLOCATE) {
      throw new ClException(
          "clCreateBuffer of " + bytes + " bytes", CL10.CL_MEM_OBJECT_ALLOCATION_FAILURE);
    }
  }

  /** An earlier run's build result, which no driver takes where that is to fail. */
  public byte[] cachedBinary(byte[] binary) {
    if (this != CACHE) {
      return binary;
    }
    // Text, since there are drivers that crash on what is none.
    return "no binary".getBytes(StandardCharsets.US_ASCII);
  }

  /** The work-group size of the innermost dimension, too large where the launch is to fail. */
  public long workGroupSize(long size, long deviceMaximum) {
    return this == LAUNCH ? 2 * deviceMaximum + 1 : size;
  }
}
