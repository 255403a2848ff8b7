package dev.slipstream.api;

import dev.slipstream.collective.Channel;
import dev.slipstream.collective.EvenParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Submits host tasks: code of the program that belongs between its loops, and that declares its
 * accesses to arrays. Where every rank runs the program ({@code slipstream.mode=spmd}), tasks run
 * in the background while the program continues. The kind of a task determines the ranks that run
 * it, and each finds the elements that it declares. Where one process runs the program, with the
 * agent or without, tasks run on the calling thread, with the same meaning.
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
 * <p>A task is ordered after all loops and tasks that were submitted before it. A task must not
 * access arrays of loops that it does not declare. If such an access is detected, the task fails
 * with an error that names the array. Marked loops in a task run on its thread. All ranks submit
 * the same tasks, from one thread.
 *
 * <p>An exception in a task ends the program. If the task runs on the calling thread, the call
 * throws it: a checked one inside an {@link java.util.concurrent.CompletionException} (an {@code
 * IOException} inside an {@link java.io.UncheckedIOException}). Otherwise all ranks end, with its
 * stack trace.
 *
 * <p>The futures complete when the part of the calling rank is done, immediately if it has none.
 * Dependent actions ({@code thenRun} and similar) run at a different time on each rank, so they
 * must not use arrays of loops: only tasks may. {@link #barrier} waits for all.
 */
public final class Slipstream {
  private static final IndexRange ONE = new IndexRange(0, 1);

  private Slipstream() {}

  /**
   * Lets the first rank run a task.
   *
   * @param accesses the task's accesses to arrays and effects on objects
   * @return completes when the task is done, on that rank
   */
  public static CompletableFuture<Void> onMaster(HostCode task, HostAccess... accesses) {
    Objects.requireNonNull(task, "the task is null");
    return TaskSubmission.of("onMaster", ONE, List.of(ONE), accesses).run(part -> task.run());
  }

  /**
   * Lets one rank run a task; the choice of the rank is not specified.
   *
   * @param accesses the task's accesses to arrays and effects on objects
   * @return completes when the task is done, on that rank
   */
  public static CompletableFuture<Void> once(HostCode task, HostAccess... accesses) {
    Objects.requireNonNull(task, "the task is null");
    return TaskSubmission.of("once", ONE, List.of(ONE), accesses).run(part -> task.run());
  }

  /**
   * Lets all ranks share the iterations from 0 on.
   *
   * @param size the number of iterations
   * @param task runs a part of them; not called on ranks without a part
   * @param accesses the task's accesses to arrays and effects on objects
   * @return completes when this rank's part is done
   * @throws IllegalArgumentException if the size is negative, or two ranks would write the same
   *     element, or one would read an element that another one writes
   */
  public static CompletableFuture<Void> distributed(
      long size, HostCode.Of<Partition> task, HostAccess... accesses) {
    return distributed(size, 0, task, accesses);
  }

  /**
   * Lets all ranks share the iterations from an offset on.
   *
   * @param size the number of iterations
   * @param offset the first iteration
   * @see #distributed(long, HostCode.Of, HostAccess...)
   */
  public static CompletableFuture<Void> distributed(
      long size, long offset, HostCode.Of<Partition> task, HostAccess... accesses) {
    Objects.requireNonNull(task, "the task is null");
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

  /**
   * Lets every rank run a task of the default group, like {@link #collective(CollectiveGroup,
   * HostCode.Of, HostAccess...)}.
   */
  public static CompletableFuture<Void> collective(
      HostCode.Of<CollectiveContext> task, HostAccess... accesses) {
    return collective(CollectiveGroup.usual(), task, accesses);
  }

  /**
   * Lets every rank run a task in which they exchange values. Each rank is one iteration, with the
   * rank's number.
   *
   * @param group its tasks run in sequence
   * @param task receives the communicator of the group
   * @param accesses the task's accesses to arrays and effects on objects
   * @return completes when this rank's part is done
   * @throws IllegalArgumentException if two ranks would write the same element, or one would read
   *     an element that another one writes
   */
  public static CompletableFuture<Void> collective(
      CollectiveGroup group, HostCode.Of<CollectiveContext> task, HostAccess... accesses) {
    Objects.requireNonNull(group, "the group is null");
    Objects.requireNonNull(task, "the task is null");
    int ranks = RankLink.ranks();
    List<IndexRange> partitions = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      partitions.add(new IndexRange(rank, rank + 1L));
    }
    // Created here, because all ranks come here in the same order.
    Channel channel = RankLink.channel(group);
    return TaskSubmission.of("collective", new IndexRange(0, ranks), partitions, accesses)
        .inTurn(group)
        .run(part -> task.run(new GroupContext(part, channel, System.getenv())));
  }

  /**
   * Copies an array as it is now, as {@link Snapshots} does, on every rank.
   *
   * @param <A> the type of the array
   * @return completes with the copy, immediately or later
   * @throws IllegalArgumentException if it is no array
   */
  public static <A> CompletableFuture<A> fence(A array) {
    return Snapshots.ofAny(array);
  }

  /**
   * Copies elements of an array, or rows of an array of arrays, as they are now.
   *
   * @param <A> the type of the array
   * @param region the elements or rows to copy
   * @return completes with an array of these alone, immediately or later
   * @throws IllegalArgumentException if it is no array
   * @throws IndexOutOfBoundsException if the region is not inside it
   */
  public static <A> CompletableFuture<A> fence(A array, IndexRange region) {
    return Snapshots.ofPart(array, region);
  }

  /**
   * Waits until all loops and host tasks that were submitted before are done, on all ranks. Where
   * one process runs the program, this returns immediately: it sees the results of loops whenever
   * it reads them.
   */
  public static void barrier() {
    RankLink.barrier();
  }
}
