package dev.slipstream.compiler.outlining;

import java.util.List;
import java.util.Set;

/**
 * A kernel's class file with what its parameters are.
 *
 * @param className the binary name of the class
 * @param classFile the class file, in the form that {@code RangeKernel} of the runtime describes;
 *     not to be changed
 * @param parameterNames the names of the parameters after the bounds, as the program has them
 * @param parameterTypes their JVM type descriptors
 * @param scratch the parameters, as indices, of which each iteration has an array of its own with
 *     any content; {@code range} makes a copy, and for {@code body} the caller provides one
 */
public record KernelCode(
    String className,
    byte[] classFile,
    List<String> parameterNames,
    List<String> parameterTypes,
    Set<Integer> scratch) {

  /** Copies the lists. */
  public KernelCode {
    parameterNames = List.copyOf(parameterNames);
    parameterTypes = List.copyOf(parameterTypes);
    scratch = Set.copyOf(scratch);
  }
}
