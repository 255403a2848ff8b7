package dev.slipstream.model.kernel;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A loop taken out of its program as a closed class. It refers to nothing but {@code java.base}, so
 * that it can run in any class loader and on any node. The class has these methods:
 *
 * <ul>
 *   <li>{@code public static void range(int lo0, int hi0[, int lo1, int hi1[, int lo2, int hi2]],
 *       parameters…)}: the original loop over a sub-range. In each dimension the loop variable
 *       takes the values {@code lo, lo + step, …} that lie before {@code hi} in the step's
 *       direction. The steps are compiled in. The method copies scratch arrays and leaves the
 *       originals unchanged.
 *   <li>{@code public static void body(int i0[, int i1[, int i2]], parameters…)}: one iteration.
 *       Backends translate this method; dimension 0 is the outermost loop. It stores no references:
 *       the rows of an array of arrays are never replaced.
 *   <li>{@code public static void run(int[] bounds, Object[] arguments)}: calls {@code range} with
 *       {@code bounds = {lo0, hi0, …}} and the unboxed arguments.
 *   <li>further private static methods over primitives, called by {@code body}.
 * </ul>
 *
 * @param loop the loop as shown to users, {@code Heat.heat:12}
 * @param className the binary name of the class, {@code slipstream.kernel.Heat$heat$12$0}
 * @param classFile the class file; not to be changed
 * @param dimensions 1, 2 or 3
 * @param parameters the parameters after the bounds, in order
 * @param fastMath whether a device may compute floating-point results that differ from Java's
 * @param newBytes the size in bytes of the arrays that an iteration creates
 */
public record RangeKernel(
    String loop,
    String className,
    byte[] classFile,
    int dimensions,
    List<KernelParameter> parameters,
    boolean fastMath,
    long newBytes) {

  /** Copies the list; the class file is shared. */
  public RangeKernel {
    parameters = List.copyOf(parameters);
  }

  /** The JVM type descriptors of the parameters. */
  public List<String> descriptors() {
    return parameters.stream().map(KernelParameter::descriptor).toList();
  }

  /** The parameters, as indices, of which each iteration has an array of its own. */
  public Set<Integer> scratch() {
    Set<Integer> scratch = new HashSet<>();
    for (int p = 0; p < parameters.size(); p++) {
      if (parameters.get(p).scratch()) {
        scratch.add(p);
      }
    }
    return scratch;
  }

  /** This kernel with the given permission for results that differ from Java's. */
  public RangeKernel withFastMath(boolean wanted) {
    return wanted == fastMath
        ? this
        : new RangeKernel(loop, className, classFile, dimensions, parameters, wanted, newBytes);
  }

  /** This kernel with the given size of the arrays that an iteration creates. */
  public RangeKernel withNewBytes(long bytes) {
    return new RangeKernel(loop, className, classFile, dimensions, parameters, fastMath, bytes);
  }

  /** Returns whether the class files are equal. */
  @Override
  public boolean equals(Object other) {
    return other instanceof RangeKernel kernel
        && kernel.className.equals(className)
        && kernel.loop.equals(loop)
        && kernel.dimensions == dimensions
        && kernel.fastMath == fastMath
        && kernel.newBytes == newBytes
        && kernel.parameters.equals(parameters)
        && Arrays.equals(kernel.classFile, classFile);
  }

  @Override
  public int hashCode() {
    return className.hashCode();
  }

  /**
   * Creates a kernel whose results must be those of Java, and whose iterations create no arrays.
   */
  public RangeKernel(
      String loop,
      String className,
      byte[] classFile,
      int dimensions,
      List<KernelParameter> parameters) {
    this(loop, className, classFile, dimensions, parameters, false, 0);
  }
}
