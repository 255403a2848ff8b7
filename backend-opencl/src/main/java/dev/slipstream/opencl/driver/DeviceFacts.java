package dev.slipstream.opencl.driver;

import java.util.Optional;

/**
 * The facts that OpenCL reports about one device.
 *
 * @param platform the platform's handle
 * @param device the device's handle
 * @param platformName {@code NVIDIA CUDA}
 * @param platformVersion {@code OpenCL 3.0 CUDA 13.0.84}
 * @param name {@code NVIDIA H200}
 * @param driverVersion {@code 580.159.04}
 * @param kind GPU, accelerator or CPU
 * @param version the OpenCL version, 102 for 1.2
 * @param compilerAvailable whether it comes with a compiler for OpenCL C
 * @param computeUnits the number of cores or multiprocessors
 * @param maxWorkGroup the largest work-group, in work items
 * @param maxWorkItems the largest work-group in each of the first three dimensions
 * @param globalMemoryBytes the size of its memory
 * @param maxAllocationBytes the size of the largest buffer
 * @param doubles whether it computes in double precision
 * @param byteStores whether it can store single bytes
 * @param floatDenormals whether floats keep denormals
 * @param correctFloatDivision whether float division and square root can be rounded correctly
 */
public record DeviceFacts(
    long platform,
    long device,
    String platformName,
    String platformVersion,
    String name,
    String driverVersion,
    Kind kind,
    int version,
    boolean compilerAvailable,
    int computeUnits,
    long maxWorkGroup,
    long[] maxWorkItems,
    long globalMemoryBytes,
    long maxAllocationBytes,
    boolean doubles,
    boolean byteStores,
    boolean floatDenormals,
    boolean correctFloatDivision) {
  /** Threads have stacks of 2 MiB or more. */
  private static final long CPU_PRIVATE = 1 << 20;

  /** The least that GPUs take, whatever their memory. */
  private static final long LEAST_PRIVATE = 32 << 10;

  /** NVIDIA's limit for the local memory of a thread is 512 KiB, with the spilled registers. */
  private static final long MOST_PRIVATE = 448 << 10;

  /** The threads that a multiprocessor of a GPU can have at the same time. */
  private static final long RESIDENT_THREADS = 2048;

  /** Whether kernels can be built for it and run on it. */
  public boolean usable() {
    return unusableBecause().isEmpty();
  }

  /** The reason why the device cannot be used, or empty if it can. */
  public Optional<String> unusableBecause() {
    if (!compilerAvailable) {
      return Optional.of("no compiler for OpenCL C");
    }
    if (version < 102) {
      return Optional.of("OpenCL " + version / 100 + "." + version % 100 + ", needs 1.2");
    }
    return Optional.empty();
  }

  /**
   * The most bytes that the private arrays of a work item may have. On a CPU they are on a thread's
   * stack, whose overflow ends the process. A GPU's driver reserves them for all threads that can
   * be resident, up to a quarter of the memory here.
   */
  public long privateBytes() {
    if (kind == Kind.CPU) {
      return CPU_PRIVATE;
    }
    long each = globalMemoryBytes / 4 / (RESIDENT_THREADS * Math.max(1, computeUnits));
    return Math.max(LEAST_PRIVATE, Math.min(MOST_PRIVATE, each));
  }

  /** The kinds of device, in the order in which they are preferred. */
  public enum Kind {
    /** A graphics processor. */
    GPU,
    /** Any other device with memory of its own. */
    ACCELERATOR,
    /** The host's own cores. */
    CPU
  }
}
