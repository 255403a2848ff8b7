package dev.slipstream.compiler.opencl;

/**
 * A translated kernel.
 *
 * @param text the OpenCL C 1.2 program
 * @param kernelName the name of its only {@code __kernel} function
 * @param usesDouble whether the device needs {@code cl_khr_fp64}; building with the macro {@code
 *     SLIP_FLOAT_VIA_DOUBLE} needs it too
 * @param usesByteStores whether the kernel stores elements of one or two bytes, which devices older
 *     than OpenCL 1.1 allow only with {@code cl_khr_byte_addressable_store}
 * @param privateBytes the size in bytes of the private arrays of a work item
 * @param countsStarts whether the kernel may read what it writes, so that it must not run twice; it
 *     then takes a counter of its starts
 */
public record OpenClSource(
    String text,
    String kernelName,
    boolean usesDouble,
    boolean usesByteStores,
    long privateBytes,
    boolean countsStarts) {}
