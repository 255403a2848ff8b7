package dev.slipstream.agent.connection;

import dev.slipstream.model.loop.LaunchPlan;
import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Copies a kernel's arguments, so that a trial run of the kernel has no visible effects. */
final class ArgumentCopies {
  private ArgumentCopies() {}

  /**
   * Copies all arrays of an execution if it writes any, because several arguments may share a
   * written array. Arguments that are the same array are the same copy.
   */
  static Object[] of(LaunchPlan.Run run) {
    boolean writes =
        run.launch().accesses().stream()
            .anyMatch(access -> access.writtenFrom() < access.writtenTo());
    IdentityHashMap<Object, Object> made = new IdentityHashMap<>();
    @Nullable Object[] arguments = run.launch().arguments().clone();
    for (int p = 0; p < arguments.length && writes; p++) {
      arguments[p] = copy(arguments[p], made);
    }
    return arguments;
  }

  private static @Nullable Object copy(
      @Nullable Object argument, IdentityHashMap<Object, Object> made) {
    if (argument == null || !argument.getClass().isArray()) {
      return argument;
    }
    Object known = made.get(argument);
    if (known == null) {
      int length = Array.getLength(argument);
      known = Array.newInstance(argument.getClass().getComponentType(), length);
      System.arraycopy(argument, 0, known, 0, length);
      made.put(argument, known);
      if (known instanceof @Nullable Object[] rows) {
        for (int r = 0; r < rows.length; r++) {
          rows[r] = copy(rows[r], made);
        }
      }
    }
    return known;
  }
}
