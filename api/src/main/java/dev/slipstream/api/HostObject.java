package dev.slipstream.api;

import java.util.Objects;

/**
 * An object of the program that host tasks change, such as a file or a connection: tasks that
 * declare it ({@link HostAccess#effects}) run in sequence on each rank, in the order in which they
 * were submitted. Other tasks may run at the same time.
 *
 * <pre>{@code
 * HostObject<Writer> log = HostObject.of(Files.newBufferedWriter(path));
 * for (int step = 0; step < steps; step++) {
 *   int number = step;
 *   advance(u, v);
 *   Slipstream.onMaster(
 *       () -> log.get().write(number + ": " + v[0] + "\n"),
 *       HostAccess.effects(log),
 *       HostAccess.reads(v));
 * }
 * }</pre>
 *
 * <p>Each rank has an object of its own.
 *
 * @param <T> the type of the object
 */
public final class HostObject<T> {
  private final T object;

  private HostObject(T object) {
    this.object = object;
  }

  /**
   * Wraps an object.
   *
   * @throws NullPointerException if it is null
   */
  public static <T> HostObject<T> of(T object) {
    return new HostObject<>(Objects.requireNonNull(object, "the object is null"));
  }

  /** The object, for host tasks that declare it. */
  public T get() {
    return object;
  }
}
