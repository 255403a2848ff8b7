package dev.slipstream.compiler.opencl;

/** The content of a position on the operand stack while a block is translated. */
sealed interface Operand permits Expression, ArrayReference, Operand.Unusable {

  /** A reference that cannot be used: null, or an array of one of several types. */
  record Unusable() implements Operand {}
}
