package dev.slipstream.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * One host task to be submitted: the part that each rank runs, and the elements that it accesses.
 */
final class TaskSubmission {
  /** Classes whose stack frames are not the program's call. */
  private static final Set<String> OWN =
      Set.of(Slipstream.class.getName(), TaskSubmission.class.getName());

  private final String kind;
  private final IndexRange iterations;
  private final List<IndexRange> partitions;
  private final List<Declared> arrays = new ArrayList<>();
  private final List<Object> inTurn = new ArrayList<>();

  private TaskSubmission(String kind, IndexRange iterations, List<IndexRange> partitions) {
    this.kind = kind;
    this.iterations = iterations;
    this.partitions = partitions;
  }

  /** An access to an array, with the elements of each partition. */
  private record Declared(HostAccess access, List<IndexRange> elements) {}

  /**
   * @param kind the method that the program has called, for messages
   * @param iterations all iterations
   * @param partitions the part of each rank, from the first rank on; further ranks run nothing
   * @param accesses the declared accesses
   */
  static TaskSubmission of(
      String kind, IndexRange iterations, List<IndexRange> partitions, HostAccess... accesses) {
    TaskSubmission made = new TaskSubmission(kind, iterations, partitions);
    for (HostAccess access : accesses) {
      if (access.isOfArray()) {
        made.arrays.add(
            new Declared(
                access,
                partitions.stream().map(part -> access.elements(part, iterations)).toList()));
      } else {
        made.inTurn.add(access.target());
      }
    }
    made.requireApart();
    return made;
  }

  /** Makes this task run in sequence with all others that have the same object. */
  TaskSubmission inTurn(Object object) {
    inTurn.add(object);
    return this;
  }

  private void requireApart() {
    for (Declared written : arrays) {
      for (Declared other : arrays) {
        if (written.access().isWritten() && written.access().target() == other.access().target()) {
          requireApart(written, other);
        }
      }
    }
  }

  private void requireApart(Declared written, Declared other) {
    for (int w = 0; w < partitions.size(); w++) {
      IndexRange writes = written.elements().get(w);
      for (int o = 0; o < partitions.size(); o++) {
        IndexRange meets = other.elements().get(o);
        if (w != o && writes.intersects(meets)) {
          throw new IllegalArgumentException(
              kind
                  + " at "
                  + place()
                  + ": rank "
                  + w
                  + " writes "
                  + writes
                  + " of "
                  + written.access().text()
                  + ", and rank "
                  + o
                  + (other.access().isWritten() ? " writes " : " reads ")
                  + meets
                  + ". Declare ranges that do not meet, such as HostMapper.oneToOne() or"
                  + " HostMapper.evenSplit(), or use two arrays");
        }
      }
    }
  }

  /** Submits the task, or runs it if one process runs the program. */
  CompletableFuture<Void> run(HostCode.Of<Partition> code) {
    int rank = RankLink.rank();
    if (RankLink.ranks() == 1) {
      run(code, new Part(0));
      return CompletableFuture.completedFuture(null);
    }
    Runnable own = rank < partitions.size() ? () -> run(code, new Part(rank)) : () -> {};
    int count = arrays.size();
    Object[] targets = new Object[count];
    boolean[] reads = new boolean[count];
    boolean[] writes = new boolean[count];
    long[][] elements = new long[count][2 * partitions.size()];
    for (int a = 0; a < count; a++) {
      HostAccess access = arrays.get(a).access();
      targets[a] = access.target();
      reads[a] = access.isRead();
      writes[a] = access.isWritten();
      for (int p = 0; p < partitions.size(); p++) {
        IndexRange part = arrays.get(a).elements().get(p);
        elements[a][2 * p] = part.from();
        elements[a][2 * p + 1] = part.to();
      }
    }
    return RankLink.submit(
        kind + " at " + place(),
        targets,
        reads,
        writes,
        elements,
        inTurn.toArray(),
        partitions.size(),
        own);
  }

  private static void run(HostCode.Of<Partition> code, Partition part) {
    if (part.from() == part.to()) {
      return;
    }
    try {
      code.run(part);
    } catch (RuntimeException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new CompletionException(e);
    }
  }

  /** The position of the program's call. */
  private static String place() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> !OWN.contains(frame.getClassName()))
                    .findFirst()
                    .map(TaskSubmission::text))
        .orElse("an unknown place");
  }

  private static String text(StackFrame frame) {
    String type = frame.getClassName();
    return type.substring(type.lastIndexOf('.') + 1)
        + "."
        + frame.getMethodName()
        + ":"
        + frame.getLineNumber();
  }

  /** The part that a rank runs. */
  private final class Part implements Partition {
    private final int rank;
    private final IndexRange own;

    Part(int rank) {
      this.rank = rank;
      this.own = partitions.get(rank);
    }

    @Override
    public long from() {
      return own.from();
    }

    @Override
    public long to() {
      return own.to();
    }

    @Override
    public IndexRange iterations() {
      return iterations;
    }

    @Override
    public IndexRange allocationWindow(Object array) {
      IndexRange window = null;
      for (Declared declared : arrays) {
        if (declared.access().target() == array) {
          IndexRange more = declared.elements().get(rank);
          window =
              window == null || window.isEmpty()
                  ? more
                  : more.isEmpty()
                      ? window
                      : new IndexRange(
                          Math.min(window.from(), more.from()), Math.max(window.to(), more.to()));
        }
      }
      if (window == null) {
        throw new IllegalArgumentException(
            "the task declares no such array: add HostAccess.reads(…) or HostAccess.writes(…)");
      }
      return window;
    }
  }
}
