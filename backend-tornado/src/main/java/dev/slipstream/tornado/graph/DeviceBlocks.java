package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.binding.TornadoGraph;
import dev.slipstream.tornado.kernel.ElementKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Allocates memory on the device. A workaround for TornadoVM (5.2): it allocates and frees arrays
 * only for graphs that run, which it has to compile. So freed blocks are kept for later requests of
 * about the same size. Small blocks come from graphs without kernels: they need no compilation, and
 * can never be freed.
 */
final class DeviceBlocks {
  private static final int LEAST = 512;

  /** The size of small blocks is a power of two, up to this many bytes. */
  private static final int LARGEST_SMALL = 1 << 16;

  /** Larger sizes are rounded up by at most an eighth. */
  private static final int STEPS = 8;

  private final TornadoTarget target;
  private final KernelLoader kernels;
  private final int largest;
  private final long mostIdle;
  private final Map<Integer, Deque<DeviceBlock>> small = new HashMap<>();

  /** Ordered by use, the least recently used block first. */
  private final List<DeviceBlock> idle = new ArrayList<>();

  private final List<DeviceBlock> used = new ArrayList<>();
  private long idleBytes;
  private @Nullable TaskKernel touch;

  /**
   * @param largest the largest size of a block, in bytes
   * @param mostIdle how many bytes are kept for later requests
   */
  DeviceBlocks(TornadoTarget target, KernelLoader kernels, int largest, long mostIdle) {
    this.target = target;
    this.kernels = kernels;
    this.largest = largest;
    this.mostIdle = mostIdle;
  }

  /**
   * Takes a block with arbitrary content.
   *
   * @throws TornadoException if there is not enough memory
   */
  DeviceBlock take(long bytes) throws TornadoException {
    if (bytes > largest) {
      throw new TornadoException(bytes + " bytes are more than TornadoVM gives an array");
    }
    if (bytes <= LARGEST_SMALL) {
      int size = Math.max(LEAST, Integer.highestOneBit((int) bytes * 2 - 1));
      DeviceBlock known = small.computeIfAbsent(size, any -> new ArrayDeque<>()).pollFirst();
      return known == null ? makeOrMakeRoom(size) : known;
    }
    long step = Long.highestOneBit(bytes) / STEPS;
    int size = (int) Math.min(largest, (bytes + step - 1) / step * step);
    DeviceBlock block = idle(size);
    if (block == null) {
      block = makeOrMakeRoom(size);
    }
    used.add(block);
    return block;
  }

  private NativeArray memory(int size) throws TornadoException {
    return target.api().array(ElementKind.BYTE.arrayClass(), size, 1);
  }

  private @Nullable DeviceBlock idle(int size) {
    for (int b = idle.size() - 1; b >= 0; b--) {
      DeviceBlock block = idle.get(b);
      if (block.size() == size) {
        idle.remove(b);
        idleBytes -= size;
        return block;
      }
    }
    return null;
  }

  private DeviceBlock makeOrMakeRoom(int size) throws TornadoException {
    try {
      return make(size);
    } catch (TornadoException full) {
      if (idle.isEmpty()) {
        throw full;
      }
      freeIdle(0);
      return make(size);
    }
  }

  private DeviceBlock make(int size) throws TornadoException {
    if (size <= LARGEST_SMALL) {
      NativeArray memory = memory(size);
      return block(target.api().memory(target.target(), memory), memory, /* lasts= */ true);
    }
    TaskKernel kernel = touch;
    if (kernel == null) {
      kernel = kernels.touch();
      touch = kernel;
    }
    NativeArray memory = memory(size);
    KernelGraph graph = new KernelGraph(target, kernel, Map.of(), Map.of(0, memory));
    graph.run(new IterationSpace(new int[] {0}, new int[] {1}, new int[] {1}), new Object[1]);
    return block(graph.graph(), memory, /* lasts= */ false);
  }

  private DeviceBlock block(TornadoGraph graph, NativeArray memory, boolean lasts) {
    int bytes = memory.bytes().capacity();
    return new DeviceBlock(graph, memory, bytes, lasts, target.address(graph, memory));
  }

  /** Returns a block that is no longer used. */
  void giveBack(DeviceBlock block) throws TornadoException {
    if (block.lasts()) {
      small.computeIfAbsent(block.size(), bytes -> new ArrayDeque<>()).addFirst(block);
      return;
    }
    used.remove(block);
    idle.add(block);
    idleBytes += block.size();
    freeIdle(mostIdle);
  }

  /** Frees the idle blocks; returns whether there were any. */
  boolean trim() throws TornadoException {
    boolean any = !idle.isEmpty();
    freeIdle(0);
    return any;
  }

  private void freeIdle(long most) throws TornadoException {
    Iterator<DeviceBlock> oldest = idle.iterator();
    while (idleBytes > most && oldest.hasNext()) {
      DeviceBlock block = oldest.next();
      oldest.remove();
      idleBytes -= block.size();
      block.graph().release();
    }
  }

  /** Frees all blocks that can be freed. */
  void freeAll() throws TornadoException {
    freeIdle(0);
    for (DeviceBlock block : List.copyOf(used)) {
      used.remove(block);
      block.graph().release();
    }
    small.clear();
  }
}
