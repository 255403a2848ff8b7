package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * An array, declared outside a parallel loop, of which each iteration writes the same elements,
 * independent of the loop variables. If an iteration also reads only elements that it has written
 * itself, each iteration can use an array of its own.
 *
 * @param parameter the index among the kernel's parameters
 * @param sites all accesses to it, in the order of the program
 * @param atEnd the writes that are certainly complete at the end of an iteration, on each path
 *     through it
 * @param reads the facts about each read
 */
public record Scratch(
    int parameter, List<AccessSite> sites, List<List<Cover>> atEnd, List<Read> reads) {

  /** Copies the lists. */
  public Scratch {
    sites = List.copyOf(sites);
    atEnd = copied(atEnd);
    reads = List.copyOf(reads);
  }

  private static List<List<Cover>> copied(List<List<Cover>> ways) {
    return ways.stream().map(List::copyOf).toList();
  }

  /**
   * A write that is complete at some point.
   *
   * @param site the write, or one of several equal writes
   * @param conditions the conditions that hold wherever it runs
   * @param own the loops that have completed, outermost first
   */
  public record Cover(AccessSite site, List<Condition> conditions, List<CountedLoop> own) {

    /** Copies the lists. */
    public Cover {
      conditions = List.copyOf(conditions);
      own = List.copyOf(own);
    }

    /** This write under fewer conditions. */
    public Cover where(List<Condition> fewer) {
      return new Cover(site, fewer, own);
    }

    /** This write after one more loop around it has completed. */
    public Cover in(CountedLoop loop) {
      List<CountedLoop> loops = new ArrayList<>();
      loops.add(loop);
      loops.addAll(own);
      return new Cover(site, conditions, loops);
    }

    /** Whether it writes the same elements in all iterations. */
    public boolean isSteady() {
      for (List<Value> product : Polynomial.of(site.index()).terms().keySet()) {
        for (Value atom : product) {
          if (!atom.isInvariant() && own.stream().noneMatch(loop -> isSteady(loop, atom))) {
            return false;
          }
        }
      }
      return true;
    }

    private static boolean isSteady(CountedLoop loop, Value variable) {
      return loop.variable().equals(variable)
          && loop.initial().isInvariant()
          && loop.step().isInvariant()
          && loop.limit().isInvariant();
    }
  }

  /**
   * A write in every turn of a loop around a read.
   *
   * @param site the write
   * @param loop the innermost loop around both
   */
  public record EachTurn(AccessSite site, CountedLoop loop) {}

  /**
   * One instruction that reads an element.
   *
   * @param site the read
   * @param before the writes that are complete before it, on each path that leads to it
   * @param among the writes of the same loop to other elements; the read may find an element that
   *     an earlier turn of that loop has written
   */
  public record Read(AccessSite site, List<List<Cover>> before, List<EachTurn> among) {

    /** Copies the lists. */
    public Read {
      before = copied(before);
      among = List.copyOf(among);
    }

    /** Whether it may read what another iteration has written, for any numbers of an execution. */
    boolean isCarried() {
      return among.isEmpty() && before.stream().anyMatch(List::isEmpty);
    }
  }

  /** The first write that every iteration runs, for messages. */
  AccessSite cover() {
    for (AccessSite site : sites) {
      for (Cover cover : atEnd.get(0)) {
        if (cover.site().equals(site)) {
          return site;
        }
      }
    }
    return atEnd.get(0).get(0).site();
  }

  /** Whether iterations can have arrays of their own, if the numbers of an execution allow it. */
  public boolean isPrivate() {
    for (Read read : reads) {
      if (read.isCarried()) {
        return false;
      }
    }
    return true;
  }
}
