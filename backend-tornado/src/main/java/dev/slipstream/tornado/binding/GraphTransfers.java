package dev.slipstream.tornado.binding;

import java.util.List;

/**
 * What becomes of the arrays of a graph, each given as TornadoVM's own object.
 *
 * @param in those that are copied to the device before each run
 * @param kept those that have memory on the device and are not copied
 * @param both those that are copied to the device before each run, and back when they are asked for
 */
public record GraphTransfers(List<Object> in, List<Object> kept, List<Object> both) {
  /** Copies the lists. */
  public GraphTransfers {
    in = List.copyOf(in);
    kept = List.copyOf(kept);
    both = List.copyOf(both);
  }
}
