package dev.slipstream.runtime.launch;

import dev.slipstream.model.SlipstreamException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All call sites by their numbers. Thread-safe; finding one takes no lock. */
public final class LoopSites {
  private volatile @Nullable CallSite[] sites = new @Nullable CallSite[16];

  /**
   * Adds a loop.
   *
   * @param number the number that its call site passes, 0 or more
   * @throws IllegalArgumentException if the number is taken
   */
  public void add(int number, LoopSite site) {
    put(number, site);
  }

  /**
   * Makes a call site throw a {@link SlipstreamException}, for loops that the compiler has refused
   * in strict mode. A refused loop keeps its bytecode and has no call site; to stop the program
   * there, the agent inserts a call site with this number before the loop.
   *
   * @param number the number that the call site passes, 0 or more
   * @param message names the loop, the reason and what to do
   * @throws IllegalArgumentException if the number is taken
   */
  public void refuse(int number, String message) {
    put(
        number,
        (start, captures) -> {
          throw new SlipstreamException(message);
        });
  }

  /**
   * Runs the loop of a call site that the program has reached.
   *
   * @return the value of the loop variable with which the program continues; {@code start} if there
   *     is no loop of this number, so that the program runs it itself
   */
  public int submit(int number, int start, Object[] captures) {
    @Nullable CallSite[] known = sites;
    CallSite site = number >= 0 && number < known.length ? known[number] : null;
    return site == null ? start : site.submit(start, captures);
  }

  /**
   * Removes a loop that the program cannot reach any more; empty if there is none of this number.
   */
  public synchronized Optional<LoopSite> remove(int number) {
    @Nullable CallSite[] old = sites;
    if (number >= old.length || !(old[number] instanceof LoopSite removed)) {
      return Optional.empty();
    }
    @Nullable CallSite[] rest = old.clone();
    rest[number] = null;
    sites = rest;
    return Optional.of(removed);
  }

  /** The loops that the program can reach. */
  public List<LoopSite> loops() {
    List<LoopSite> loops = new ArrayList<>();
    for (CallSite site : sites) {
      if (site instanceof LoopSite loop) {
        loops.add(loop);
      }
    }
    return loops;
  }

  private synchronized void put(int number, CallSite site) {
    @Nullable CallSite[] old = sites;
    if (number < 0 || (number < old.length && old[number] != null)) {
      throw new IllegalArgumentException("site number " + number + " is negative or taken");
    }
    @Nullable CallSite[] grown = Arrays.copyOf(old, Math.max(old.length, 2 * number + 2));
    grown[number] = site;
    // The array is replaced as a whole, so that readers without the lock see complete sites.
    sites = grown;
  }
}
