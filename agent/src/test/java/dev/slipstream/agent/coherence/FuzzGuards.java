package dev.slipstream.agent.coherence;

import dev.slipstream.compiler.guard.GuardCalls;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What guards call. Each program has a copy of this class in its own class loader. */
public final class FuzzGuards {
  private static final AtomicReference<GuardSink> SINK = new AtomicReference<>();

  private FuzzGuards() {}

  /** Sends all calls to a sink. */
  public static void install(GuardSink sink) {
    SINK.set(sink);
  }

  private static void call(String kind, @Nullable Object array, int mode) {
    if (array != null) {
      SINK.get().call(kind, array, mode);
    }
  }

  public static void read(@Nullable Object array) {
    call(GuardCalls.READ, array, 0);
  }

  public static void write(@Nullable Object array) {
    call(GuardCalls.WRITE, array, 0);
  }

  public static void written(@Nullable Object array) {
    call(GuardCalls.WRITTEN, array, 0);
  }

  public static void beginWrite(@Nullable Object array) {
    call(GuardCalls.BEGIN_WRITE, array, 0);
  }

  public static void endWrite(@Nullable Object array) {
    call(GuardCalls.END_WRITE, array, 0);
  }

  public static void handedOut(@Nullable Object array, int mode) {
    call(GuardCalls.HANDED_OUT, array, mode);
  }

  public static void takenBack(@Nullable Object array) {
    call(GuardCalls.TAKEN_BACK, array, 0);
  }

  public static void cameOut(@Nullable Object array) {
    call(GuardCalls.CAME_OUT, array, 0);
  }

  public static void fence() {
    SINK.get().call(GuardCalls.FENCE, null, 0);
  }

  public static @Nullable Object row(@Nullable Object rows, int index) {
    return rows instanceof Object[] array && index >= 0 && index < array.length
        ? array[index]
        : null;
  }
}
