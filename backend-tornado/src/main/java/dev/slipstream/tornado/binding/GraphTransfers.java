package dev.slipstream.tornado.binding;

import java.util.List;

/**
 * How the arrays of a graph are transferred. Each array is TornadoVM's own object.
 *
 * @param in arrays that are copied to the device before each run
 * @param kept arrays that have memory on the device and are not copied
 * @param both arrays that are copied to the device before each run, and back on demand
 */
public record GraphTransfers(List<Object> in, List<Object> kept, List<Object> both) {
  /** Copies the lists. */
  public GraphTransfers {
    in = List.copyOf(in);
    kept = List.copyOf(kept);
    both = List.copyOf(both);
  }
}
