package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.RowForm;
import dev.slipstream.tornado.kernel.UnsupportedKernelException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/** The kernels that allocate and copy, made like those of loops. */
final class OwnKernels {
  private final KernelLoader loader;

  OwnKernels(KernelLoader loader) {
    this.loader = loader;
  }

  /** Touches an array of bytes. */
  TaskKernel touch() throws TornadoException {
    return load(TouchedMemory.class, List.of(new KernelParameter("memory", "[B")));
  }

  /**
   * Copies elements on the device.
   *
   * @param type a class with one iteration, of a place and two arrays
   * @param array the descriptor of the arrays
   */
  TaskKernel copy(Class<?> type, String array) throws TornadoException {
    return load(
        type,
        List.of(
            new KernelParameter("at", "I"),
            new KernelParameter("from", array),
            new KernelParameter("to", array)));
  }

  private TaskKernel load(Class<?> type, List<KernelParameter> parameters) throws TornadoException {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      byte[] file = Objects.requireNonNull(in, type.getName()).readAllBytes();
      return loader.load(
          new RangeKernel(type.getSimpleName(), type.getName(), file, 1, parameters),
          RowForm.EQUAL);
    } catch (IOException | UnsupportedKernelException e) {
      throw new TornadoException("a kernel that copies arrays could not be made: " + e, e);
    }
  }
}
