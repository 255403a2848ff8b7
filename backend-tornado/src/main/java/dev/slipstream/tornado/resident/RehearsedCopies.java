package dev.slipstream.tornado.resident;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.JobKind;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.AllocationId;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.InstructionId;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.memory.HostAllocations;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.tornado.binding.TornadoException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Copies of an array that no program has, made as the lane makes those of large arrays. A program
 * whose arrays are large copies them so seldom that the JVM would interpret what does that for a
 * long time, between copies for which the device waits.
 */
final class RehearsedCopies {
  /** The JVM's first compiler takes what has run two hundred times. */
  private static final int ROUNDS = 300;

  private final ResidentSession session;
  private final LaneWork work;
  private final Job<Step> there;
  private final Job<Step> back;

  /** The array is held weakly everywhere else. */
  private final byte[] array;

  /**
   * @param hostForm what the lane has
   */
  RehearsedCopies(ResidentSession session, HostAllocations host, HostForm hostForm) {
    this.session = session;
    array = new byte[session.tried().bytes()];
    Box all = Box.of(0, array.length);
    Buffer buffer = new Buffer(new BufferId(0), "rehearsed", all, InitialContents.ON_EVERY_NODE);
    HeapArrays heap = HeapArrays.of(Map.of(buffer.id(), array));
    ArraysOnDevice arrays = new ArraysOnDevice(session.blocks(), session.copies(), heap);
    Copies copies = new Copies(arrays, session.copies(), heap, host);
    KernelWindows none = new KernelWindows(session.target());
    work = new LaneWork(session, heap, host, arrays, copies, hostForm, none);
    Allocation onHeap = allocation(0, MemoryId.HEAP, buffer, all);
    Allocation onDevice = allocation(1, MemoryId.ofDevice(0), buffer, all);
    there = job(0, onHeap, onDevice, all);
    back = job(1, onDevice, onHeap, all);
    arrays.place(onDevice, session.tried());
  }

  private static Allocation allocation(int number, MemoryId memory, Buffer buffer, Box all) {
    return new Allocation(
        new AllocationId(number), memory, buffer, Allocation.Contents.ELEMENTS, all);
  }

  private static Job<Step> job(int number, Allocation from, Allocation to, Box all) {
    Instruction.Copy copy =
        new Instruction.Copy(
            new InstructionId(number), from, to, Region.of(all), Instruction.Copy.Reason.COHERENCE);
    Step step = new Step(copy, "", Optional.empty(), List.of());
    return new Job<>(new JobId(number), JobKind.COPY, List.of(), JobPlacement.NO_LANE, step);
  }

  /** Copies there and back until the JVM has compiled what does that, if the driver is asked. */
  void untilCompiled() throws TornadoException, DeviceException {
    session.use(
        () -> {
          boolean asked = true;
          for (int round = 0; round < ROUNDS && asked; round++) {
            asked = rehearse(there) && rehearse(back);
          }
        });
  }

  /**
   * Copies to the device once, if the driver is asked. What copies is in the processor's caches
   * then, and the device awake.
   */
  void once() throws TornadoException, DeviceException {
    session.use(() -> rehearse(there));
  }

  private boolean rehearse(Job<Step> job) throws TornadoException, DeviceException {
    return session.copies().rehearse(session.tried(), () -> work.run(job));
  }
}
