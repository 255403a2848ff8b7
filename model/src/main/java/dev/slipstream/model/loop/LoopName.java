package dev.slipstream.model.loop;

/**
 * The name of a loop of a program: shown to users, and the same from bytecode to the report.
 *
 * @param className the binary name of the class, {@code com.acme.Heat}
 * @param method the method's name
 * @param line the source line of the loop's header, or -1 where the class has no line numbers
 * @param index the loop's number in the method, from 0, in the order of the bytecode
 */
public record LoopName(String className, String method, int line, int index) {

  /** Returns {@code Heat.heat:12}, or {@code Heat.heat@0} without line numbers. */
  @Override
  public String toString() {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    return simple + "." + method + (line >= 0 ? ":" + line : "@" + index);
  }
}
