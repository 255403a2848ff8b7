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
  /** The index among the instructions of the node. */
  long id();

  /**
   * Allocates memory with undefined contents.
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
   * @param destination where they are copied to
   * @param region elements that both have
   * @param task the number of the task for which the copy is made, or of one before it
   * @param reason the purpose of the copy
   */
  record Copy(
      long id, Allocation source, Allocation destination, Region region, long task, Reason reason)
      implements Instruction {
    /** The purpose of a copy. */
    public enum Reason {
      /** An instruction needs the elements in the other memory. */
      COHERENCE,
      /**
       * An instruction needs them in a memory without a direct copy from the first; this copy is to
       * or from the host in between.
       */
      STAGING,
      /** The allocation becomes larger. */
      RESIZE,
      /** The memory is short. */
      SPILL,
      /** The program asked for a copy of an array as it is at a point of the stream. */
      SNAPSHOT
    }
  }

  /**
   * Zeroes elements that no code has written, instead of copying zeros.
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
   * @param device the index of the device among those of the node
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
   * @param pilot the announcement of the message
   * @param source contains the box
   */
  record Send(long id, Pilot pilot, Allocation source) implements Instruction {}

  /**
   * Receives a region, which may arrive in several messages from several nodes. Each message is
   * inside the region.
   *
   * @param id its identifier
   * @param transfer the transfer that it belongs to
   * @param destination where it is received
   * @param region the elements
   */
  record Receive(long id, TransferId transfer, Allocation destination, Region region)
      implements Instruction {}

  /**
   * Begins to receive a region, of which different parts are awaited separately. It completes
   * immediately; the region is being written until all its parts were awaited.
   *
   * @param id its identifier
   * @param transfer the transfer that it belongs to
   * @param destination where it is received
   * @param region the elements
   */
  record SplitReceive(long id, TransferId transfer, Allocation destination, Region region)
      implements Instruction {}

  /**
   * Waits for a part of the region that a {@link SplitReceive} receives.
   *
   * @param id its identifier
   * @param transfer the transfer that it belongs to
   * @param destination where it is received
   * @param region the elements of the part
   */
  record AwaitReceive(long id, TransferId transfer, Allocation destination, Region region)
      implements Instruction {}

  /**
   * Tells the program that the elements it accesses are in its arrays.
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
