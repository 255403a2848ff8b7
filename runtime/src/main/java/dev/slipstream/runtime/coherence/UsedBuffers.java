package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.graph.Buffer;
import java.util.IdentityHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** What is tracked of the arrays of one loop. */
final class UsedBuffers implements ArrayBuffers {
  private final IdentityHashMap<Object, Used> used = new IdentityHashMap<>();

  /** With what lanes see, which is kept from being collected as long as the loop is submitted. */
  private record Used(TrackedBuffer buffer, Object view) {}

  /**
   * Adds an array unless it is there already.
   *
   * @param find finds what is tracked of it
   * @param view finds what lanes see of it
   */
  void add(
      UsedArray array,
      Function<UsedArray, TrackedBuffer> find,
      Function<TrackedBuffer, Object> view) {
    if (!used.containsKey(array.array())) {
      TrackedBuffer buffer = find.apply(array);
      used.put(array.array(), new Used(buffer, view.apply(buffer)));
    }
  }

  void forEach(Consumer<TrackedBuffer> action) {
    used.values().forEach(each -> action.accept(each.buffer()));
  }

  TrackedBuffer tracked(Object array) {
    return found(array).buffer();
  }

  @Override
  public Buffer apply(Object array) {
    return tracked(array).buffer();
  }

  @Override
  public Object view(Object array) {
    return found(array).view();
  }

  @Override
  public long contents(Object array) {
    return tracked(array).contents();
  }

  @Override
  public long structure(Object array) {
    return tracked(array).number();
  }

  private Used found(Object array) {
    Used known = used.get(array);
    if (known == null) {
      throw new IllegalArgumentException("the loop does not use this array");
    }
    return known;
  }
}
