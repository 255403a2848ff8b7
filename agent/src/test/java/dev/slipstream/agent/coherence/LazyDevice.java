package dev.slipstream.agent.coherence;

import dev.slipstream.runtime.coherence.BufferStream;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.region.Box;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The simplest device on which arrays stay. Its work is done, in order, as late as somebody waits
 * for it. Copies to it are made when the loop runs that needs them, of whole arrays; copies back
 * are of the elements that loops have changed.
 */
final class LazyDevice implements BufferStream {
  /** What it holds of one array. */
  private static final class Memory {
    private final WeakReference<Object> host;
    private final BitSet dirty = new BitSet();
    private Object elements;
    private boolean valid;

    Memory(Object array) {
      host = new WeakReference<>(array);
      elements = Array.newInstance(array.getClass().getComponentType(), 0);
    }
  }

  private final Map<BufferId, Memory> memories = new HashMap<>();
  private final Deque<Runnable> pending = new ArrayDeque<>();
  private long submitted;
  private long done;
  private long created;

  /**
   * Submits a loop.
   *
   * @param arrays keeps the arrays of the program until it has run
   * @param body is given the elements of the buffers
   */
  synchronized void loop(List<Buffer> buffers, List<Object> arrays, Consumer<List<Object>> body) {
    List<Object> kept = new ArrayList<>(arrays);
    add(
        () -> {
          List<Memory> used = buffers.stream().map(buffer -> memories.get(buffer.id())).toList();
          used.forEach(LazyDevice::upload);
          List<Object> before =
              used.stream().map(memory -> Leaves.copyOf(memory.elements)).toList();
          body.accept(used.stream().map(memory -> memory.elements).toList());
          for (int b = 0; b < used.size(); b++) {
            Memory memory = used.get(b);
            for (int i = 0; i < Array.getLength(memory.elements); i++) {
              if (Leaves.differ(memory.elements, before.get(b), i)) {
                memory.dirty.set(i);
              }
            }
          }
          kept.clear();
        });
  }

  private static void upload(Memory memory) {
    Object array = memory.host.get();
    if (!memory.valid && array != null) {
      memory.elements = Leaves.copyOf(array);
      memory.valid = true;
      memory.dirty.clear();
    }
  }

  @Override
  public synchronized Buffer create(Object array) {
    BufferId id = new BufferId(created++);
    memories.put(id, new Memory(array));
    Box domain = Box.of(0, Array.getLength(array));
    return new Buffer(id, "array " + id, domain, InitialContents.ON_EVERY_NODE);
  }

  @Override
  public synchronized Arrival bringHome(Buffer buffer) {
    return add(
        () -> {
          Memory memory = memories.get(buffer.id());
          Object array = memory.host.get();
          if (array != null) {
            memory.dirty.stream().forEach(i -> System.arraycopy(memory.elements, i, array, i, 1));
            memory.dirty.clear();
          }
        });
  }

  @Override
  public synchronized Arrival hostWrites(Buffer buffer) {
    return add(() -> memories.get(buffer.id()).valid = false);
  }

  @Override
  public synchronized void forget(BufferId buffer) {
    add(() -> memories.remove(buffer));
  }

  private Arrival add(Runnable work) {
    pending.add(work);
    long number = ++submitted;
    return () -> runUntil(number);
  }

  private synchronized void runUntil(long number) {
    while (done < number) {
      step();
    }
  }

  /** Does one piece of work, if there is any. */
  synchronized void step() {
    Runnable next = pending.poll();
    if (next != null) {
      next.run();
      done++;
    }
  }

  /** Does all the work that there is. */
  synchronized void finish() {
    while (!pending.isEmpty()) {
      step();
    }
  }
}
