package dev.slipstream.tornado.resident;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.memory.HostAllocations;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.copying.Piece;
import dev.slipstream.tornado.layout.ArrayLayout;
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

  /** Elements of the program's own arrays. */
  private record OnHeap(Optional<Object> array, Piece piece) implements Piece {
    @Override
    public void copy(int first, int count, ByteBuffer at) {
      piece.copy(first, count, at);
    }
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
      ArrayLayout layout = ArrayLayout.of(array.get());
      for (Box box : copy.region().boxes()) {
        int from = number(layout, box.min0());
        int to = number(layout, box.max0());
        copy(copy.source(), copy.destination(), layout, from, to);
      }
    }
  }

  /** The number of the first primitive of an element of the outermost array. */
  private static int number(ArrayLayout layout, long index) {
    return Math.toIntExact(layout.start(Math.toIntExact(index)));
  }

  private void copy(Allocation source, Allocation destination, ArrayLayout layout, int from, int to)
      throws TornadoException {
    int bytes = layout.kind().bytes();
    boolean fromDevice = source.memory().isDevice();
    if (fromDevice && destination.memory().isDevice()) {
      ByteBuffer all =
          ByteBuffer.allocateDirect((to - from) * bytes).order(ByteOrder.nativeOrder());
      copies.load(
          arrays.block(source),
          bytes,
          from,
          to,
          (first, count, at) ->
              move(at.limit(count * bytes), part(all, bytes, first - from, count)));
      copies.store(
          arrays.block(destination),
          bytes,
          from,
          to,
          (first, count, at) -> move(part(all, bytes, first - from, count), at));
    } else if (fromDevice) {
      copies.load(arrays.block(source), bytes, from, to, into(destination, layout));
    } else if (destination.memory().isDevice()) {
      copies.store(arrays.block(destination), bytes, from, to, outOf(source, layout));
    } else if (destination.memory().equals(MemoryId.HEAP)) {
      into(destination, layout).copy(from, to - from, inHost(source, layout, from, to - from));
    } else {
      outOf(source, layout).copy(from, to - from, inHost(destination, layout, from, to - from));
    }
  }

  private Piece into(Allocation destination, ArrayLayout layout) {
    return destination.memory().equals(MemoryId.HEAP)
        ? new OnHeap(layout.flat(), layout::get)
        : (first, count, at) ->
            move(
                at.limit(count * layout.kind().bytes()), inHost(destination, layout, first, count));
  }

  private Piece outOf(Allocation source, ArrayLayout layout) {
    return source.memory().equals(MemoryId.HEAP)
        ? new OnHeap(layout.flat(), layout::put)
        : (first, count, at) -> move(inHost(source, layout, first, count), at);
  }

  private static void move(ByteBuffer from, ByteBuffer to) {
    to.put(from);
  }

  private static ByteBuffer part(ByteBuffer all, int bytes, int first, int count) {
    return all.slice(first * bytes, count * bytes);
  }

  /** Elements in host memory, which begins with the first element of its box. */
  private ByteBuffer inHost(Allocation allocation, ArrayLayout layout, int first, int count) {
    ByteBuffer memory = host.of(allocation);
    int bytes = layout.kind().bytes();
    int before = first - number(layout, allocation.box().min0());
    return memory
        .slice(memory.position() + before * bytes, count * bytes)
        .order(ByteOrder.nativeOrder());
  }
}
