package dev.slipstream.tornado;

import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.runtime.kernel.Launch;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Random;

/** What launches over arrays of arrays are made of. */
final class RowLaunches {
  private RowLaunches() {}

  static IterationSpace counting(int count) {
    return ResidentMachine.from(0, count);
  }

  static Launch launch(IterationSpace space, Object[] arguments, ArrayAccess... accesses) {
    return new Launch(space, arguments, List.of(accesses));
  }

  static ArrayAccess reads(int parameter, int from, int to) {
    return new ArrayAccess(parameter, from, to, 0, 0, false);
  }

  static ArrayAccess writes(int parameter, int from, int to) {
    return new ArrayAccess(parameter, 0, 0, from, to, true);
  }

  static ArrayAccess mayWrite(int parameter, int from, int to) {
    return new ArrayAccess(parameter, 0, 0, from, to, false);
  }

  static Object filled(Random random, Class<?> type, int length) {
    Object array = Array.newInstance(type, length);
    for (int i = 0; i < length; i++) {
      int value = random.nextInt();
      switch (type.getName()) {
        case "boolean" -> Array.setBoolean(array, i, value < 0);
        case "byte" -> Array.setByte(array, i, (byte) value);
        case "short" -> Array.setShort(array, i, (short) value);
        case "char" -> Array.setChar(array, i, (char) value);
        case "int" -> ((int[]) array)[i] = value;
        case "long" -> Array.setLong(array, i, value * 77777777L);
        default -> Array.setFloat(array, i, value / 1024f);
      }
    }
    return array;
  }

  @SuppressWarnings("unchecked")
  static <T> T copy(T array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    for (int i = 0; i < length; i++) {
      Object element = Array.get(array, i);
      Array.set(copy, i, element != null && element.getClass().isArray() ? copy(element) : element);
    }
    return (T) copy;
  }
}
