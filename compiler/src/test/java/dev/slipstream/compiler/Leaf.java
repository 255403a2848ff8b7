package dev.slipstream.compiler;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * An array of numbers among the arguments of a kernel, or a row of one.
 *
 * @param parameter the argument's position
 */
record Leaf(int parameter, Object array) {

  /** The arrays of numbers in order; null rows and empty ones are left out. */
  static List<Leaf> of(Object[] arguments) {
    List<Leaf> leaves = new ArrayList<>();
    for (int p = 0; p < arguments.length; p++) {
      if (arguments[p].getClass().isArray()) {
        add(p, arguments[p], leaves);
      }
    }
    return leaves;
  }

  private static void add(int parameter, Object array, List<Leaf> leaves) {
    if (array instanceof Object[] rows) {
      for (Object row : rows) {
        if (row != null && Array.getLength(row) > 0) {
          add(parameter, row, leaves);
        }
      }
    } else {
      leaves.add(new Leaf(parameter, array));
    }
  }
}
