package dev.slipstream.compiler.bounds;

import dev.slipstream.compiler.value.Condition;
import dev.slipstream.compiler.value.Value;
import java.util.List;

/**
 * An instruction that reads or writes an array element, or looks up a row of an array of arrays.
 *
 * @param parameter the index among the kernel's parameters of the captured array
 * @param array the array: captured, or a row of a captured array of arrays
 * @param index the element
 * @param kind what it does with the element
 * @param conditions what holds wherever it runs
 * @param always whether it runs in every iteration, or in every iteration of the inner loops below
 * @param within the inner counted loops around it, if it runs in each of their iterations
 * @param line the source line, or -1
 * @param checked whether the kernel itself looks whether the index lies inside
 */
public record AccessSite(
    int parameter,
    Value array,
    Value index,
    Kind kind,
    List<Condition> conditions,
    boolean always,
    List<CountedLoop> within,
    int line,
    boolean checked) {

  /** What an instruction does with an element. */
  public enum Kind {
    /** Reads it. */
    READ,
    /** Writes it. */
    WRITE,
    /** Looks up a row, none of whose elements it touches. */
    ROW,
    /** Asks for the length of a row. */
    LENGTH
  }

  /** Copies the lists. */
  public AccessSite {
    conditions = List.copyOf(conditions);
    within = List.copyOf(within);
  }

  /** The same access in a kernel that checks it. */
  public AccessSite withCheck() {
    return new AccessSite(
        parameter, array, index, kind, conditions, always, within, line, /* checked= */ true);
  }

  /** Whether it writes. */
  public boolean writes() {
    return kind == Kind.WRITE;
  }

  /** The access as the program writes it, {@code a[i + 1]}. */
  public String text() {
    return array + "[" + index + "]";
  }
}
