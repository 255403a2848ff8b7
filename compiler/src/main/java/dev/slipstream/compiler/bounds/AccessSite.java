package dev.slipstream.compiler.bounds;

import dev.slipstream.compiler.value.Condition;
import dev.slipstream.compiler.value.Value;
import java.util.List;

/**
 * An instruction that reads or writes an array element.
 *
 * @param parameter the array's index among the kernel's parameters
 * @param array the array
 * @param index the element
 * @param writes whether it writes
 * @param conditions what holds wherever it runs
 * @param always whether it runs in every iteration, or in every iteration of the inner loops below
 * @param within the inner counted loops around it, if it runs in each of their iterations
 * @param line the source line, or -1
 */
public record AccessSite(
    int parameter,
    Value array,
    Value index,
    boolean writes,
    List<Condition> conditions,
    boolean always,
    List<CountedLoop> within,
    int line) {

  /** Copies the lists. */
  public AccessSite {
    conditions = List.copyOf(conditions);
    within = List.copyOf(within);
  }

  /** The access as the program writes it, {@code a[i + 1]}. */
  public String text() {
    return array + "[" + index + "]";
  }
}
