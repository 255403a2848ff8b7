package dev.slipstream.compiler.classfile;

import java.util.Optional;

/** Finds the class files of other classes without loading them. */
@FunctionalInterface
public interface ClassLibrary {

  /**
   * The class file of a class.
   *
   * @param internalName the name with slashes, {@code com/acme/Solver}
   * @return its bytes, or empty if they cannot be read
   */
  Optional<byte[]> find(String internalName);
}
