package dev.slipstream.tornado.kernel;

import java.util.Set;

/**
 * A kernel as TornadoVM takes it: a class with one static method for one iteration, and a class
 * whose instances stand for that method.
 *
 * @param kernelClass the binary name of the class with the method
 * @param kernelFile its class file; not to be changed
 * @param taskClass the binary name of the class that stands for it
 * @param taskFile its class file; not to be changed
 * @param layout the method's arguments
 * @param written the array parameters, as indices, of which it stores elements
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
