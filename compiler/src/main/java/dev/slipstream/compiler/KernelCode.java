package dev.slipstream.compiler;

import java.util.List;

/**
 * A kernel's class file with what its parameters are.
 *
 * @param className the binary name of the class
 * @param classFile the class file, in the form that {@code RangeKernel} of the runtime describes;
 *     not to be changed
 * @param parameterNames the names of the parameters after the bounds, as the program has them
 * @param parameterTypes their JVM type descriptors
 */
public record KernelCode(
    String className, byte[] classFile, List<String> parameterNames, List<String> parameterTypes) {

  /** Copies the lists. */
  public KernelCode {
    parameterNames = List.copyOf(parameterNames);
    parameterTypes = List.copyOf(parameterTypes);
  }
}
