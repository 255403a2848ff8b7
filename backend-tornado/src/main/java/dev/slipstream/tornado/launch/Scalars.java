package dev.slipstream.tornado.launch;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.kernel.ArgumentLayout;
import dev.slipstream.tornado.kernel.ElementKind;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Passes what a kernel gets besides the elements of arrays. Stateless. */
public final class Scalars {
  private Scalars() {}

  /**
   * Puts iterations, lengths of arrays and scalars where a kernel reads them.
   *
   * @param arguments by the parameters of the loop's kernel
   * @param shapes how rows are found, by the parameters that are arrays of arrays
   * @param packs the memory for each kind of scalars that the layout has
   */
  public static void pass(
      ArgumentLayout layout,
      IterationSpace space,
      @Nullable Object[] arguments,
      Map<Integer, RowShape> shapes,
      Function<ElementKind, NativeArray> packs) {
    ByteBuffer ints = packs.apply(ElementKind.INT).bytes();
    for (int d = 0; d < space.dimensions(); d++) {
      int place = ArgumentLayout.PER_DIMENSION * d;
      ints.putInt(4 * place, space.start(d));
      ints.putInt(4 * (place + 1), space.step(d));
      ints.putInt(4 * (place + 2), space.count(d));
    }
    for (int p = 0; p < layout.parameters().size(); p++) {
      Object argument = arguments[p];
      if (layout.parameters().get(p).isArray()) {
        int length = argument == null ? 0 : Array.getLength(argument);
        ints.putInt(4 * layout.place(p), length);
        if (layout.parameters().get(p).depth() > 1) {
          RowShape shape = shapes.getOrDefault(p, RowShape.NONE);
          ints.putInt(4 * layout.rowLengthPlace(p), shape.rowLength());
          ints.putInt(4 * layout.planeHeightPlace(p), shape.planeHeight());
        }
      } else if (argument != null) {
        ElementKind kind = ElementKind.ofScalar(layout.parameters().get(p).descriptor());
        put(kind, layout.place(p), argument, packs.apply(kind).bytes());
      }
    }
  }

  /** Stores one scalar, given in its box. */
  private static void put(ElementKind kind, int place, Object value, ByteBuffer bytes) {
    switch (kind) {
      case INT -> bytes.putInt(4 * place, (Integer) value);
      case LONG -> bytes.putLong(8 * place, (Long) value);
      case FLOAT -> bytes.putFloat(4 * place, (Float) value);
      case DOUBLE -> bytes.putDouble(8 * place, (Double) value);
      default -> throw new IllegalArgumentException(kind + " is no kind of scalars");
    }
  }
}
