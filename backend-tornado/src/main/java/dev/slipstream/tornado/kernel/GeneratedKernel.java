package dev.slipstream.tornado.kernel;

import java.util.Set;

/**
 * A kernel in the form that TornadoVM takes: a class with a static method for one iteration, and a
 * class whose instances refer to that method.
 *
 * @param kernelClass the binary name of the class with the method
 * @param kernelFile its class file; must not be changed
 * @param taskClass the binary name of the class whose instances refer to it
 * @param taskFile its class file; must not be changed
 * @param layout the method's arguments
 * @param written the indices of the array parameters whose elements it writes
 */
public record GeneratedKernel(
    String kernelClass,
    byte[] kernelFile,
    String taskClass,
    byte[] taskFile,
    ArgumentLayout layout,
    Set<Integer> written) {

  /** Copies the set; the class files are shared. */
  public GeneratedKernel {
    written = Set.copyOf(written);
  }
}
