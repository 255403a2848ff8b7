package dev.slipstream.api;

import dev.slipstream.collective.Channel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The ranks that run the program with this one, as the agent says; without it there are no others.
 * Thread-safe.
 */
final class RankLink {
  private static final Optional<Link> LINK = Link.find();

  private RankLink() {}

  /** What is known of the agent: methods of a class that it puts into the JVM. */
  private record Link(
      MethodHandle rank,
      MethodHandle ranks,
      MethodHandle submit,
      MethodHandle send,
      MethodHandle receive,
      MethodHandle barrier) {
    private static final String CLASS = "dev.slipstream.boot.HostTasks";

    /** Empty without the agent. One that comes later knows no other ranks. */
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

  /** How many ranks run the program. */
  static int ranks() {
    return LINK.isEmpty() ? 1 : asked(() -> (int) LINK.get().ranks().invokeExact());
  }

  /**
   * Submits a host task.
   *
   * @param name what messages call it
   * @param arrays those that it declares
   * @param reads whether each is read
   * @param writes whether each is written
   * @param elements of each array, the first element and the one behind the last one of each rank
   *     that runs a part, from the first rank on
   * @param inTurn objects that only one task may use at a time, in the order of submission
   * @param runs how many ranks run a part, from the first one on
   * @param own what this rank runs; does nothing if it has no part
   */
  @SuppressWarnings("unchecked") // It completes with nothing.
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
   * @param number of the group
   * @param task counts those of the group
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

  /** The communicator of a group, for a task that is submitted now. */
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

  /** A question to the agent. */
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
