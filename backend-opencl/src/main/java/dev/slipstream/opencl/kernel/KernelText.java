package dev.slipstream.opencl.kernel;

/**
 * A kernel as an OpenCL C program. Its arguments are, for each dimension from the outermost on,
 * {@code int start, int step, uint count}. Then follows for each parameter the scalar, or the
 * array's buffer and its {@code int} length, and if it {@linkplain #takesParts takes parts} the
 * number of bytes that are missing in front. If it {@linkplain #countsStarts counts its starts},
 * the buffer of their number is the last argument. OpenCL's dimension 0 is the innermost loop; work
 * items past the count do nothing.
 *
 * @param text the program
 * @param kernelName its kernel function
 * @param usesFloat whether it computes with floats
 * @param usesDouble whether it computes with doubles
 * @param usesByteStores whether it stores elements of one or two bytes
 * @param privateBytes the size in bytes of the private arrays of a work item
 * @param fastMath whether floating-point results may differ from Java's
 * @param takesParts whether the buffers of its arrays need not begin with their first elements
 * @param countsStarts whether it counts its starts, because it may read what it writes
 */
public record KernelText(
    String text,
    String kernelName,
    boolean usesFloat,
    boolean usesDouble,
    boolean usesByteStores,
    long privateBytes,
    boolean fastMath,
    boolean takesParts,
    boolean countsStarts) {

  /** This kernel with another program. */
  public KernelText with(String otherText) {
    return new KernelText(
        otherText,
        kernelName,
        usesFloat,
        usesDouble,
        usesByteStores,
        privateBytes,
        fastMath,
        takesParts,
        countsStarts);
  }
}
