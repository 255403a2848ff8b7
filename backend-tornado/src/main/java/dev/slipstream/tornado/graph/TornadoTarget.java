package dev.slipstream.tornado.graph;

import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.Target;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.binding.TornadoGraph;
import dev.slipstream.tornado.driver.CopyDriver;
import dev.slipstream.tornado.kernel.Facts;
import java.util.Optional;

/**
 * A device with everything that is needed to run kernels there.
 *
 * @param api creates arrays and graphs
 * @param target the device
 * @param facts what is known about its backend
 * @param drivers finds the device's driver
 */
public record TornadoTarget(TornadoApi api, Target target, Facts facts, Drivers drivers) {
  /** Finds the driver of a device. */
  @FunctionalInterface
  public interface Drivers {
    /** Finds no driver. */
    Drivers NONE = device -> Optional.empty();

    /**
     * Returns the driver of the device that owns some memory, if it can be called.
     *
     * @param device the address of the memory
     */
    Optional<CopyDriver> of(long device);
  }

  /**
   * Returns the address of an array's elements in the device's memory; 0 if it is unknown or not
   * needed.
   */
  long address(TornadoGraph graph, NativeArray array) {
    if (!facts.usesCuda()) {
      return 0;
    }
    try {
      return graph.address(target, array);
    } catch (TornadoException unknown) {
      return 0;
    }
  }
}
