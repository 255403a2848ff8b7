package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.command.TransferId;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import java.util.List;

/** A vertex of one node's instruction graph. All instructions are immutable. */
public sealed interface Instruction {
  /** The place among the instructions of the node. */
  long id();

  /**
   * Allocates memory; what it holds then is undefined.
   *
   * @param id its identifier
   * @param allocation the memory
   * @param bytes its size
   */
  record Allocate(long id, Allocation allocation, long bytes) implements Instruction {}

  /**
   * Frees memory.
   *
   * @param id its identifier
   * @param allocation the memory
   */
  record Free(long id, Allocation allocation) implements Instruction {}

  /**
   * Copies elements, within a memory or between two.
   *
   * @param id its identifier
   * @param source where they are
   * @param destination where they go
   * @param region elements that both have
   * @param reason what the copy is for
   */
  record Copy(long id, Allocation source, Allocation destination, Region region, Reason reason)
      implements Instruction {
    /** What a copy is for. */
    public enum Reason {
      /** Someone needs the elements in the other memory. */
      COHERENCE,
      /** Someone needs them in a memory that the first cannot reach: the host is on the way. */
      STAGING,
      /** The allocation becomes larger. */
      RESIZE,
      /** The memory is short. */
      SPILL,
      /** The program wants a copy of an array as it is at a point of the stream. */
      SNAPSHOT
    }
  }

  /**
   * Zeroes elements that nobody has written. It spares copies of zeros.
   *
   * @param id its identifier
   * @param destination where they are
   * @param region the elements
   */
  record Clear(long id, Allocation destination, Region region) implements Instruction {}

  /**
   * Runs iterations of a loop on a device.
   *
   * @param id its identifier
   * @param task the loop
   * @param device the place of the device among those of the node
   * @param chunk the iterations
   * @param bindings one for each access of the task, in that order
   */
  record Kernel(long id, LoopTask task, int device, Box chunk, List<Binding> bindings)
      implements Instruction {
    /** Copies the list. */
    public Kernel {
      bindings = List.copyOf(bindings);
    }
  }

  /**
   * Runs iterations of a host task.
   *
   * @param id its identifier
   * @param task the task
   * @param chunk the iterations
   * @param bindings one for each access of the task, in that order
   */
  record HostWork(long id, HostTask task, Box chunk, List<Binding> bindings)
      implements Instruction {
    /** Copies the list. */
    public HostWork {
      bindings = List.copyOf(bindings);
    }
  }

  /**
   * Sends a box to another node.
   *
   * @param id its identifier
   * @param pilot what was announced
   * @param source what holds the box
   */
  record Send(long id, Pilot pilot, Allocation source) implements Instruction {}

  /**
   * Receives a region, which may come in several messages from several nodes. Each message is
   * inside of the region.
   *
   * @param id its identifier
   * @param transfer what it belongs to
   * @param destination where it goes
   * @param region the elements
   */
  record Receive(long id, TransferId transfer, Allocation destination, Region region)
      implements Instruction {}

  /**
   * Begins to receive a region, of which different parts are awaited for themselves. It ends at
   * once; its region is written until all its parts were awaited.
   *
   * @param id its identifier
   * @param transfer what it belongs to
   * @param destination where it goes
   * @param region the elements
   */
  record SplitReceive(long id, TransferId transfer, Allocation destination, Region region)
      implements Instruction {}

  /**
   * Waits for a part of what a {@link SplitReceive} has begun.
   *
   * @param id its identifier
   * @param transfer what it belongs to
   * @param destination where it goes
   * @param region the elements of the part
   */
  record AwaitReceive(long id, TransferId transfer, Allocation destination, Region region)
      implements Instruction {}

  /**
   * Tells the program that what it looks at is in its arrays.
   *
   * @param id its identifier
   * @param task the fence
   */
  record Fence(long id, FenceTask task) implements Instruction {}

  /**
   * A horizon or an epoch: waits for everything before it.
   *
   * @param id its identifier
   * @param task the horizon or epoch
   */
  record Mark(long id, MarkTask task) implements Instruction {}
}
