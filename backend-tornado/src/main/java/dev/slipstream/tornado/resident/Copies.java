package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.instruction.Allocation;
import dev.slipstream.runtime.instruction.Instruction;
import dev.slipstream.runtime.instruction.MemoryId;
import dev.slipstream.runtime.memory.HostAllocations;
import dev.slipstream.runtime.region.Box;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.ElementKind;
import dev.slipstream.tornado.launch.ElementCopies;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** Copies between the heap, host memory and the device. */
final class Copies {
  private final ArraysOnDevice arrays;
  private final HostCopies copies;
  private final HeapArrays heap;
  private final HostAllocations host;

  Copies(ArraysOnDevice arrays, HostCopies copies, HeapArrays heap, HostAllocations host) {
    this.arrays = arrays;
    this.copies = copies;
    this.heap = heap;
    this.host = host;
  }

  /** Copies; returns at the end. Of an array that is gone nothing is copied. */
  void copy(Instruction.Copy copy) throws TornadoException {
    boolean toHeap = copy.destination().memory().equals(MemoryId.HEAP);
    if (toHeap && copy.source().memory().equals(MemoryId.HEAP)) {
      heap.copy(copy);
      return;
    }
    // On the heap, elements may go to another array than the buffer's.
    Allocation known = toHeap ? copy.destination() : copy.source();
    Optional<Object> array = heap.array(known.buffer().id());
    if (array.isPresent()) {
      for (Box box : copy.region().boxes()) {
        int from = Math.toIntExact(box.min0());
        int to = Math.toIntExact(box.max0());
        copy(copy.source(), copy.destination(), array.get(), from, to);
      }
    }
  }

  private void copy(Allocation source, Allocation destination, Object array, int from, int to)
      throws TornadoException {
    ElementKind kind = ElementKind.ofArray(array.getClass().descriptorString());
    boolean fromDevice = source.memory().isDevice();
    if (fromDevice && destination.memory().isDevice()) {
      ByteBuffer all =
          ByteBuffer.allocateDirect((to - from) * kind.bytes()).order(ByteOrder.nativeOrder());
      copies.load(
          arrays.block(source),
          kind.bytes(),
          from,
          to,
          (first, count, at) ->
              move(at.limit(count * kind.bytes()), part(all, kind, first - from, count)));
      copies.store(
          arrays.block(destination),
          kind.bytes(),
          from,
          to,
          (first, count, at) -> move(part(all, kind, first - from, count), at));
    } else if (fromDevice) {
      copies.load(arrays.block(source), kind.bytes(), from, to, into(destination, kind, array));
    } else if (destination.memory().isDevice()) {
      copies.store(arrays.block(destination), kind.bytes(), from, to, outOf(source, kind, array));
    } else if (destination.memory().equals(MemoryId.HEAP)) {
      into(destination, kind, array).copy(from, to - from, inHost(source, kind, from, to - from));
    } else {
      outOf(source, kind, array).copy(from, to - from, inHost(destination, kind, from, to - from));
    }
  }

  private HostCopies.Piece into(Allocation destination, ElementKind kind, Object array) {
    return destination.memory().equals(MemoryId.HEAP)
        ? (first, count, at) -> ElementCopies.get(kind, array, first, count, at)
        : (first, count, at) ->
            move(at.limit(count * kind.bytes()), inHost(destination, kind, first, count));
  }

  private HostCopies.Piece outOf(Allocation source, ElementKind kind, Object array) {
    return source.memory().equals(MemoryId.HEAP)
        ? (first, count, at) -> ElementCopies.put(kind, array, first, count, at)
        : (first, count, at) -> move(inHost(source, kind, first, count), at);
  }

  private static void move(ByteBuffer from, ByteBuffer to) {
    to.put(from);
  }

  private static ByteBuffer part(ByteBuffer all, ElementKind kind, int first, int count) {
    return all.slice(first * kind.bytes(), count * kind.bytes());
  }

  /** Elements in host memory, which begins with the first element of its box. */
  private ByteBuffer inHost(Allocation allocation, ElementKind kind, int first, int count) {
    ByteBuffer memory = host.of(allocation);
    int before = Math.toIntExact(first - allocation.box().min0());
    return memory
        .slice(memory.position() + before * kind.bytes(), count * kind.bytes())
        .order(ByteOrder.nativeOrder());
  }
}
