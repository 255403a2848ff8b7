package dev.slipstream.tornado.binding;

import java.util.List;

/**
 * What becomes of a kernel's arrays, each given as TornadoVM's own object.
 *
 * @param in those that are copied to the device before each run
 * @param out those that are copied back after each run
 * @param kept those that have memory on the device and are not copied
 */
public record Transfers(List<Object> in, List<Object> out, List<Object> kept) {
  /** Copies the lists. */
  public Transfers {
    in = List.copyOf(in);
    out = List.copyOf(out);
    kept = List.copyOf(kept);
  }
}
