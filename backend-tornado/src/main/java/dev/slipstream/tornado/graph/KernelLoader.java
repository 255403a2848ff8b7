package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.tornado.binding.ProgramClasses;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.GeneratedKernel;
import dev.slipstream.tornado.kernel.KernelGenerator;
import dev.slipstream.tornado.kernel.RowForm;
import dev.slipstream.tornado.kernel.UnsupportedKernelException;
import java.util.List;

/** Makes kernels for a device and loads them. Thread-safe. */
public final class KernelLoader {
  private final KernelGenerator generator;
  private final ProgramClasses classes;

  /**
   * @param classes where TornadoVM finds the kernels
   */
  public KernelLoader(KernelGenerator generator, ProgramClasses classes) {
    this.generator = generator;
    this.classes = classes;
  }

  /**
   * Makes a kernel of a loop's.
   *
   * @param form how it finds rows, if it has arrays of arrays
   * @throws UnsupportedKernelException if TornadoVM would not compile it, or not rightly
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
}
