package dev.slipstream.compiler.opencl;

import org.objectweb.asm.Type;

/** The four types of values on the JVM's operand stack, as types of OpenCL C. */
enum CType {
  INT("int", "uint", "i"),
  LONG("long", "ulong", "l"),
  FLOAT("float", "", "f"),
  DOUBLE("double", "", "d");

  private final String text;
  private final String unsigned;
  private final String suffix;

  CType(String text, String unsigned, String suffix) {
    this.text = text;
    this.unsigned = unsigned;
    this.suffix = suffix;
  }

  /** The type's name in C. */
  String text() {
    return text;
  }

  /** The name of the unsigned type of the same width; only for the integer types. */
  String unsigned() {
    return unsigned;
  }

  /** The letter at the end of the names of variables of this type. */
  String suffix() {
    return suffix;
  }

  /** The number of JVM slots. */
  int slots() {
    return this == LONG || this == DOUBLE ? 2 : 1;
  }

  boolean isFloating() {
    return this == FLOAT || this == DOUBLE;
  }

  /** The type of a constant. */
  static CType of(Number constant) {
    if (constant instanceof Long) {
      return LONG;
    }
    return constant instanceof Float ? FLOAT : constant instanceof Double ? DOUBLE : INT;
  }

  /**
   * The type that holds values of a JVM type.
   *
   * @throws IllegalArgumentException if it is not primitive
   */
  static CType of(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT, Type.INT -> INT;
      case Type.LONG -> LONG;
      case Type.FLOAT -> FLOAT;
      case Type.DOUBLE -> DOUBLE;
      default -> throw new IllegalArgumentException(type.getClassName() + " is not primitive");
    };
  }
}
