package dev.slipstream.agent.coherence;

import dev.slipstream.compiler.guard.GuardCalls;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says what the calls of guards mean for arrays. */
final class HostSink implements GuardSink {
  private static final Set<String> PAUSING =
      Set.of(GuardCalls.WRITE, GuardCalls.BEGIN_WRITE, GuardCalls.HANDED_OUT);

  private final HostSide host;
  private final String off;
  private final Random random;

  /**
   * @param off a kind of guard that does nothing, for tests: the name of a method, for {@code
   *     handedOut} with the mode behind it; may be empty
   * @param random decides when other threads get time between a guard and the write behind it
   */
  HostSink(HostSide host, String off, Random random) {
    this.random = random;
    this.host = host;
    this.off = off;
  }

  @Override
  public void call(String kind, @Nullable Object array, int mode) {
    if (off.equals(kind + (mode == 0 ? "" : mode))) {
      return;
    }
    switch (kind) {
      case GuardCalls.READ -> leaf(array, host::reads);
      case GuardCalls.WRITE,
          GuardCalls.WRITTEN,
          GuardCalls.BEGIN_WRITE,
          GuardCalls.END_WRITE,
          GuardCalls.TAKEN_BACK ->
          leaf(array, host::writes);
      case GuardCalls.CAME_OUT -> leaves(array, host::synchronous);
      case GuardCalls.FENCE -> host.fence();
      case GuardCalls.HANDED_OUT -> handedOut(array, mode);
      default -> throw new AssertionError(kind);
    }
    if (PAUSING.contains(kind) && random.nextInt(6) == 0) {
      LockSupport.parkNanos(50_000);
    }
  }

  private void handedOut(@Nullable Object array, int mode) {
    switch (mode) {
      case GuardCalls.READS -> leaf(array, host::reads);
      case GuardCalls.WRITES, GuardCalls.READS_WRITES -> leaf(array, host::writes);
      case GuardCalls.KEEPS -> leaves(array, host::synchronous);
      case GuardCalls.READS_ALL_LEAVES -> leaves(array, host::reads);
      default -> throw new AssertionError(mode);
    }
  }

  private static boolean isLeaf(@Nullable Object array) {
    return array != null && array.getClass().isArray() && !(array instanceof Object[]);
  }

  private static void leaf(@Nullable Object array, Consumer<Object> action) {
    if (array != null && isLeaf(array)) {
      action.accept(array);
    }
  }

  private static void leaves(@Nullable Object array, Consumer<Object> action) {
    leaves(array, action, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static void leaves(@Nullable Object holder, Consumer<Object> action, Set<Object> seen) {
    if (holder == null || !seen.add(holder)) {
      return;
    }
    if (isLeaf(holder)) {
      action.accept(holder);
    } else if (holder instanceof Object[] rows) {
      for (Object row : rows) {
        leaves(row, action, seen);
      }
    } else if (holder instanceof Collection<?> held) {
      held.forEach(each -> leaves(each, action, seen));
    } else if (holder instanceof Map<?, ?> map) {
      leaves(map.values(), action, seen);
      leaves(map.keySet(), action, seen);
    }
  }
}
