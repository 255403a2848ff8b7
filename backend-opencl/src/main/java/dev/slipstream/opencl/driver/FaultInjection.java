package dev.slipstream.opencl.driver;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.lwjgl.opencl.CL10;

/**
 * Makes a stage of the OpenCL device fail through the driver's own error paths, for tests of the
 * runtime's reaction. Read once, when the devices are opened.
 */
public enum FaultInjection {
  /** Nothing fails. */
  NONE,
  /** The OpenCL library is searched under a name that does not exist. */
  LOAD,
  /** Each kernel gets a syntax error. */
  BUILD,
  /** Each launch requests a work-group larger than the device supports. */
  LAUNCH,
  /** Each launch silently leaves out the last iteration of the outermost loop. */
  ITERATION,
  /** The device is lost after {@value #LAST_LAUNCHES} launches: waiting for kernels then fails. */
  LOST,
  /** The driver receives other bytes for each kernel that an earlier run built. */
  CACHE,
  /** The allocation of every array on the device fails. */
  ALLOCATE,
  /** Copying an array to the device fails. */
  UPLOAD,
  /** Copying an array back to the host fails. */
  DOWNLOAD;

  /** The number of launches before the device is lost, if it is to be. */
  public static final int LAST_LAUNCHES = 8;

  /** The system property that names the stage in small letters, {@code build}. */
  public static final String PROPERTY = "slipstream.test.opencl.fail";

  /**
   * The stage that {@link #PROPERTY} names.
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

  /**
   * The library name to try first: one that does not exist where loading is to fail, else {@code
   * name}.
   */
  public String libraryName(String name) {
    return this == LOAD ? "libNoOpenCLForThisTest.so.1" : name;
  }

  /** The kernel text, with a syntax error where building is to fail. */
  public String kernelText(String text) {
    return this == BUILD ? text + "\n} this is no OpenCL C\n" : text;
  }

  /** The launch, without its last iteration where iterations are to be left out. */
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
   * Fails if the device is to be lost after this many launches.
   *
   * @param launches the number of kernels that have been started
   * @throws ClException if the device is lost
   */
  public void requireAnswer(long launches) throws ClException {
    if (this == LOST && launches > LAST_LAUNCHES) {
      throw new ClException("clWaitForEvents", CL10.CL_INVALID_VALUE);
    }
  }

  /**
   * Fails if there is to be no memory for an array that stays on the device. Drivers that allocate
   * memory on first use would report this for no size.
   *
   * @throws ClException if the allocation is to fail
   */
  public void requireRoom(long bytes) throws ClException {
    if (this == ALLOCATE) {
      throw new ClException(
          "clCreateBuffer of " + bytes + " bytes", CL10.CL_MEM_OBJECT_ALLOCATION_FAILURE);
    }
  }

  /** An earlier run's build result; where that is to fail, bytes that no driver accepts. */
  public byte[] cachedBinary(byte[] binary) {
    if (this != CACHE) {
      return binary;
    }
    // Text, since some drivers crash on other bytes.
    return "no binary".getBytes(StandardCharsets.US_ASCII);
  }

  /** The work-group size of the innermost dimension, too large where the launch is to fail. */
  public long workGroupSize(long size, long deviceMaximum) {
    return this == LAUNCH ? 2 * deviceMaximum + 1 : size;
  }
}
