package dev.slipstream.compiler;

import dev.slipstream.compiler.opencl.EdgeValues;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Random;

/**
 * Arrays of operands: every pair of the edge values of the first two types, the others in turn, and
 * random values after them.
 */
public final class Operands {
  private static final int RANDOM = 300;

  private Operands() {}

  /**
   * The arrays, all of one length.
   *
   * @param types descriptors of primitives, {@code "JI"}
   */
  public static Object[] of(String types, Random random) {
    Object[] edges = new Object[types.length()];
    Arrays.setAll(edges, o -> EdgeValues.of(types.charAt(o)));
    int first = Array.getLength(edges[0]);
    int second = edges.length > 1 ? Array.getLength(edges[1]) : 1;
    int pairs = first * second;
    Object[] operands = new Object[types.length()];
    for (int o = 0; o < operands.length; o++) {
      int number = Array.getLength(edges[o]);
      operands[o] =
          Array.newInstance(edges[o].getClass().getComponentType(), pairs + RANDOM * edges.length);
      for (int i = 0; i < pairs; i++) {
        int edge = o == 0 ? i / second : o == 1 ? i % second : (i * 7 + i / 11) % number;
        Array.set(operands[o], i, Array.get(edges[o], edge));
      }
      for (int i = pairs; i < Array.getLength(operands[o]); i++) {
        Array.set(operands[o], i, EdgeValues.random(types.charAt(o), random));
      }
    }
    return operands;
  }

  /** Copies of arrays and other values. */
  public static Object[] copies(Object[] arguments) {
    return Arrays.stream(arguments)
        .map(
            argument -> {
              if (!argument.getClass().isArray()) {
                return argument;
              }
              int length = Array.getLength(argument);
              Object copy = Array.newInstance(argument.getClass().getComponentType(), length);
              System.arraycopy(argument, 0, copy, 0, length);
              return copy;
            })
        .toArray();
  }
}
