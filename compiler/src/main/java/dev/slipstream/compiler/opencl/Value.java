package dev.slipstream.compiler.opencl;

/** What a place on the operand stack stands for while a block is translated. */
sealed interface Value permits Expression, ArrayReference, Value.Unusable {

  /** A reference that cannot be used: null, or an array of one of several types. */
  record Unusable() implements Value {}
}
