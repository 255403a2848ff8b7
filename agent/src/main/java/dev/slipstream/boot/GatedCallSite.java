package dev.slipstream.boot;

/** A call site in front of a loop, where a gate can let executions pass to the program. */
public interface GatedCallSite {
  /**
   * From now on leaves executions that pass a gate to the program. May be called again, with the
   * same gate or another one.
   *
   * @param workClass the class file of a class in this package with static methods that take the
   *     call site's values, those that are neither numbers nor arrays of numbers as {@code Object}:
   *     {@code work} returns the estimated work of that execution, {@code enter} does what the call
   *     site does
   * @throws ReflectiveOperationException if the class has no such method
   * @throws LinkageError if the bytes are no class
   */
  void gate(byte[] workClass, LoopGate gate) throws ReflectiveOperationException;

  /** Whether the JIT compiles the class's {@code enter} into the methods of the program. */
  boolean isCompiledIntoProgram();
}
