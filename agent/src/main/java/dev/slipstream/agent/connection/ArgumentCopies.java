package dev.slipstream.agent.connection;

import dev.slipstream.model.loop.LaunchPlan;
import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Copies of a kernel's arguments, on which it can run without being noticed. */
final class ArgumentCopies {
  private ArgumentCopies() {}

  /**
   * Copies all arrays of an execution that writes any, since an array that it writes may also be
   * reached in another way. What is one array among the arguments is one among the copies.
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
