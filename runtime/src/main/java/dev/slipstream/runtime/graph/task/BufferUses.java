package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.BufferId;
import java.util.ArrayList;
import java.util.List;

/** The accesses of a task to all its buffers, as one {@link BufferUse} for each. Immutable. */
public final class BufferUses {
  /** No buffers. */
  public static final BufferUses NONE = new BufferUses(List.of(), Box.EMPTY);

  private final List<BufferAccess> accesses;
  private final List<BufferUse> all;

  /**
   * Groups accesses by buffer and finds what the whole task accesses.
   *
   * @param accesses the accesses
   * @param space all iterations of the task
   */
  public BufferUses(List<BufferAccess> accesses, Box space) {
    this.accesses = List.copyOf(accesses);
    List<BufferUse> uses = new ArrayList<>(accesses.size());
    for (int i = 0; i < accesses.size(); i++) {
      if (!contains(uses, accesses.get(i).buffer().id())) {
        uses.add(new BufferUse(sameBuffer(accesses, i), space));
      }
    }
    all = List.copyOf(uses);
  }

  private static boolean contains(List<BufferUse> uses, BufferId buffer) {
    for (BufferUse use : uses) {
      if (use.buffer().id().number() == buffer.number()) {
        return true;
      }
    }
    return false;
  }

  private static List<BufferAccess> sameBuffer(List<BufferAccess> accesses, int first) {
    long wanted = accesses.get(first).buffer().id().number();
    List<BufferAccess> same = new ArrayList<>(1);
    for (int i = first; i < accesses.size(); i++) {
      if (accesses.get(i).buffer().id().number() == wanted) {
        same.add(accesses.get(i));
      }
    }
    return same;
  }

  /**
   * Returns the uses.
   *
   * @return one for each buffer, in the order in which the task names them
   */
  public List<BufferUse> all() {
    return all;
  }

  /**
   * Returns the accesses.
   *
   * @return all of them, in their order
   */
  public List<BufferAccess> accesses() {
    return accesses;
  }
}
