package dev.slipstream.compiler.opencl;

/** What a place on the operand stack stands for while a block is translated. */
sealed interface Value permits Expression, Value.Array, Value.Unusable {

  /** A reference to an array parameter; {@code index} counts the method's array parameters. */
  record Array(int index) implements Value {}

  /** A reference that cannot be used: null, or one of several arrays. */
  record Unusable() implements Value {}
}
