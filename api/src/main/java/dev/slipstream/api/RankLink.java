package dev.slipstream.api;

import dev.slipstream.collective.Channel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The ranks that run the program with this one, according to the agent; without the agent there are
 * no others. Thread-safe.
 */
final class RankLink {
  private static final Optional<Link> LINK = Link.find();

  private RankLink() {}

  /** The connection to the agent: methods of a class that it adds to the JVM. */
  private record Link(
      MethodHandle rank,
      MethodHandle ranks,
      MethodHandle submit,
      MethodHandle send,
      MethodHandle receive,
      MethodHandle barrier) {
    private static final String CLASS = "dev.slipstream.boot.HostTasks";

    /**
     * The connection to the agent; empty without one. An agent that is attached later has no other
     * ranks.
     */
    static Optional<Link> find() {
      try {
        Class<?> there = Class.forName(CLASS, false, null);
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        return Optional.of(
            new Link(
                lookup.findStatic(there, "rank", MethodType.methodType(int.class)),
                lookup.findStatic(there, "ranks", MethodType.methodType(int.class)),
                lookup.findStatic(
                    there,
                    "submit",
                    MethodType.methodType(
                        CompletableFuture.class,
                        String.class,
                        Object[].class,
                        boolean[].class,
                        boolean[].class,
                        long[][].class,
                        Object[].class,
                        int.class,
                        Runnable.class)),
                lookup.findStatic(
                    there,
                    "send",
                    MethodType.methodType(void.class, int.class, int.class, byte[].class)),
                lookup.findStatic(
                    there, "receive", MethodType.methodType(byte[].class, int.class, int.class)),
                lookup.findStatic(there, "barrier", MethodType.methodType(void.class))));
      } catch (ClassNotFoundException notThere) {
        return Optional.empty();
      } catch (ReflectiveOperationException other) {
        throw new IllegalStateException(
            "the agent and the API on the class path are of different versions", other);
      }
    }
  }

  /** The number of this rank. */
  static int rank() {
    return LINK.isEmpty() ? 0 : asked(() -> (int) LINK.get().rank().invokeExact());
  }

  /** The number of ranks that run the program. */
  static int ranks() {
    return LINK.isEmpty() ? 1 : asked(() -> (int) LINK.get().ranks().invokeExact());
  }

  /**
   * Submits a host task.
   *
   * @param name its name in messages
   * @param arrays the arrays that it declares
   * @param reads for each array whether it is read
   * @param writes for each array whether it is written
   * @param elements for each array, the first element and the one behind the last one of each rank
   *     that runs a part, from the first rank on
   * @param inTurn objects that only one task may use at a time, in the order of submission
   * @param runs the number of ranks that run a part, from the first one on
   * @param own runs this rank's part; does nothing if it has none
   */
  @SuppressWarnings("unchecked") // The future's result is null.
  static CompletableFuture<Void> submit(
      String name,
      Object[] arrays,
      boolean[] reads,
      boolean[] writes,
      long[][] elements,
      Object[] inTurn,
      int runs,
      Runnable own) {
    return asked(
        () ->
            (CompletableFuture<Void>)
                (CompletableFuture<?>)
                    LINK.get()
                        .submit()
                        .invokeExact(name, arrays, reads, writes, elements, inTurn, runs, own));
  }

  /**
   * The communicator of a group, for one task.
   *
   * @param number the number of the group
   * @param task the number of the task in the group
   */
  private record GroupChannel(int rank, int size, String group, int number, int task)
      implements Channel {
    @Override
    public void send(int to, byte[] content) {
      asked(
          () -> {
            LINK.get().send().invokeExact(number, to, content);
            return 0;
          });
    }

    @Override
    public byte[] receive(int from) {
      return asked(() -> (byte[]) LINK.get().receive().invokeExact(number, from));
    }
  }

  /** The communicator of a group, for a task that is being submitted. */
  static Channel channel(CollectiveGroup group) {
    return new GroupChannel(rank(), ranks(), group.toString(), group.number(), group.nextTask());
  }

  static void barrier() {
    if (LINK.isPresent()) {
      asked(
          () -> {
            LINK.get().barrier().invokeExact();
            return 0;
          });
    }
  }

  /** A call of a method of the agent. */
  private interface Question<T> {
    T ask() throws Throwable;
  }

  private static <T> T asked(Question<T> question) {
    try {
      return question.ask();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
