package dev.slipstream.compiler.opencl;

/** What a place on the operand stack stands for while a block is translated. */
sealed interface Operand permits Expression, ArrayReference, Operand.Unusable {

  /** A reference that cannot be used: null, or an array of one of several types. */
  record Unusable() implements Operand {}
}
