package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.tornado.binding.ProgramClasses;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.GeneratedKernel;
import dev.slipstream.tornado.kernel.KernelGenerator;
import dev.slipstream.tornado.kernel.RowForm;
import dev.slipstream.tornado.kernel.UnsupportedKernelException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/**
 * Generates kernels for a device and loads them: those of loops, and those that allocate and copy,
 * which are generated in the same way. Thread-safe.
 */
public final class KernelLoader {
  private final KernelGenerator generator;
  private final ProgramClasses classes;

  /**
   * @param classes the place where TornadoVM finds the kernels' class files
   */
  public KernelLoader(KernelGenerator generator, ProgramClasses classes) {
    this.generator = generator;
    this.classes = classes;
  }

  /**
   * Generates and loads the kernel of a loop.
   *
   * @param form how it finds rows of arrays of arrays
   * @throws UnsupportedKernelException if TornadoVM would not compile it, or not correctly
   * @throws TornadoException if it cannot be loaded
   */
  public TaskKernel load(RangeKernel kernel, RowForm form)
      throws UnsupportedKernelException, TornadoException {
    GeneratedKernel generated = generator.generate(kernel, form);
    Class<?> task =
        classes.add(
            List.of(generated.kernelClass(), generated.taskClass()),
            List.of(generated.kernelFile(), generated.taskFile()));
    try {
      return new TaskKernel(generated, task.getConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new TornadoException("TornadoVM's API does not fit the kernel: " + e, e);
    }
  }

  /** Returns a kernel that touches an array of bytes. */
  TaskKernel touch() throws TornadoException {
    return load(TouchedMemory.class, List.of(new KernelParameter("memory", "[B")));
  }

  /**
   * Returns a kernel that copies elements on the device.
   *
   * @param type a class with the method of one iteration, which takes a place and two arrays
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
      return load(
          new RangeKernel(type.getSimpleName(), type.getName(), file, 1, parameters),
          RowForm.EQUAL);
    } catch (IOException | UnsupportedKernelException e) {
      throw new TornadoException("a kernel that copies arrays could not be made: " + e, e);
    }
  }
}
