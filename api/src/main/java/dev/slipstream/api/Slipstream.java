package dev.slipstream.api;

import dev.slipstream.collective.Channel;
import dev.slipstream.collective.EvenParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Host tasks: code of the program that belongs between its loops, and says what it does with
 * arrays. Where every rank runs the program ({@code slipstream.mode=spmd}) they run in the
 * background, on the ranks that their kind says, and each finds the elements that it declares: the
 * program goes on meanwhile. Where one process runs it, with the agent or without, they run on the
 * calling thread, and mean the same.
 *
 * <pre>{@code
 * Slipstream.onMaster(() -> System.out.println(energy[0]), HostAccess.reads(energy));
 *
 * Slipstream.distributed(
 *     u.length,
 *     part -> fill(u, part.from(), part.to()),
 *     HostAccess.writes(u, HostMapper.oneToOne()));
 *
 * Slipstream.collective(
 *     ranks -> {
 *       IndexRange mine = ranks.allocationWindow(u);
 *       write(file, u, mine.from(), mine.to());
 *       ranks.barrier();
 *     },
 *     HostAccess.reads(u, HostMapper.evenSplit()));
 * }</pre>
 *
 * <p>What is submitted takes its place behind all loops and tasks before it. A task may not touch
 * arrays of loops that it does not declare; where it is noticed, the task fails with an error that
 * names the array. Marked loops in a task run on its thread. All ranks submit the same tasks, from
 * one thread.
 *
 * <p>An exception in a task ends the program: where the task runs on the calling thread it is
 * thrown from the call, a checked one inside an {@link java.util.concurrent.CompletionException}
 * (an {@code IOException} inside an {@link java.io.UncheckedIOException}); elsewhere all ranks end,
 * with its stack trace.
 *
 * <p>The futures complete when the part of the calling rank is done, at once where it has none.
 * What depends on one ({@code thenRun} and the like) comes at another time on each rank, so it may
 * not use arrays of loops: that is for tasks. {@link #barrier} waits for all.
 */
public final class Slipstream {
  private static final IndexRange ONE = new IndexRange(0, 1);

  private Slipstream() {}

  /**
   * Has the first rank run a task.
   *
   * @param accesses what it does with arrays and objects
   * @return is complete when it is done, on that rank
   */
  public static CompletableFuture<Void> onMaster(HostCode task, HostAccess... accesses) {
    Objects.requireNonNull(task, "there is no task");
    return TaskSubmission.of("onMaster", ONE, List.of(ONE), accesses).run(part -> task.run());
  }

  /**
   * Has one rank run a task; which one is not said.
   *
   * @param accesses what it does with arrays and objects
   * @return is complete when it is done, on that rank
   */
  public static CompletableFuture<Void> once(HostCode task, HostAccess... accesses) {
    Objects.requireNonNull(task, "there is no task");
    return TaskSubmission.of("once", ONE, List.of(ONE), accesses).run(part -> task.run());
  }

  /**
   * Has all ranks share the iterations from 0 on.
   *
   * @param size how many iterations there are
   * @param task runs a part of them; not called on ranks that get none
   * @param accesses what it does with arrays and objects
   * @return is complete when this rank's part is done
   * @throws IllegalArgumentException if the size is negative, or two ranks would write the same
   *     element, or one read what another one writes
   */
  public static CompletableFuture<Void> distributed(
      long size, HostCode.Of<Partition> task, HostAccess... accesses) {
    return distributed(size, 0, task, accesses);
  }

  /**
   * Has all ranks share the iterations from an offset on.
   *
   * @param size how many iterations there are
   * @param offset the first one
   * @see #distributed(long, HostCode.Of, HostAccess...)
   */
  public static CompletableFuture<Void> distributed(
      long size, long offset, HostCode.Of<Partition> task, HostAccess... accesses) {
    Objects.requireNonNull(task, "there is no task");
    if (size < 0) {
      throw new IllegalArgumentException("a host task has at least 0 iterations, not " + size);
    }
    IndexRange iterations = new IndexRange(offset, Math.addExact(offset, size));
    int ranks = RankLink.ranks();
    List<IndexRange> partitions = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      partitions.add(
          new IndexRange(
              offset + EvenParts.start(rank, ranks, size, 1),
              offset + EvenParts.start(rank + 1L, ranks, size, 1)));
    }
    return TaskSubmission.of("distributed", iterations, partitions, accesses).run(task);
  }

  /** Has every rank run a task of the usual group, otherwise like the next. */
  public static CompletableFuture<Void> collective(
      HostCode.Of<CollectiveContext> task, HostAccess... accesses) {
    return collective(CollectiveGroup.usual(), task, accesses);
  }

  /**
   * Has every rank run a task in which they exchange something. Each is one iteration, of its own
   * number.
   *
   * @param group its tasks run one after the other
   * @param task gets the communicator of the group
   * @param accesses what it does with arrays and objects
   * @return is complete when this rank's part is done
   * @throws IllegalArgumentException if two ranks would write the same element, or one read what
   *     another one writes
   */
  public static CompletableFuture<Void> collective(
      CollectiveGroup group, HostCode.Of<CollectiveContext> task, HostAccess... accesses) {
    Objects.requireNonNull(group, "there is no group");
    Objects.requireNonNull(task, "there is no task");
    int ranks = RankLink.ranks();
    List<IndexRange> partitions = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      partitions.add(new IndexRange(rank, rank + 1L));
    }
    // Here, where all ranks come in the same order.
    Channel channel = RankLink.channel(group);
    return TaskSubmission.of("collective", new IndexRange(0, ranks), partitions, accesses)
        .inTurn(group)
        .run(part -> task.run(new GroupContext(part, channel, System.getenv())));
  }

  /**
   * Copies an array as it is now, as {@link Snapshots} does, on every rank.
   *
   * @param <A> the type of the array
   * @return has the copy, at once or later
   * @throws IllegalArgumentException if it is no array
   */
  public static <A> CompletableFuture<A> fence(A array) {
    return Snapshots.ofAny(array);
  }

  /**
   * Copies elements of an array, or rows of an array of arrays, as they are now.
   *
   * @param <A> the type of the array
   * @param region which ones
   * @return has an array with those alone, at once or later
   * @throws IllegalArgumentException if it is no array
   * @throws IndexOutOfBoundsException if the region does not lie in it
   */
  public static <A> CompletableFuture<A> fence(A array, IndexRange region) {
    return Snapshots.ofPart(array, region);
  }

  /**
   * Waits until all loops and host tasks are done that were submitted before, on all ranks. Where
   * one process runs the program they are when it looks at them, and this returns at once.
   */
  public static void barrier() {
    RankLink.barrier();
  }
}
