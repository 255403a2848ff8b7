package dev.slipstream.tornado.launch;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.RowForm;
import dev.slipstream.tornado.kernel.UnsupportedKernelException;
import org.jspecify.annotations.Nullable;

/**
 * A loop's kernel as TornadoVM is given it: one for arrays of arrays with rows of equal lengths,
 * and another one, made when it is needed, for others. Used by whoever holds the device's lock.
 */
public final class KernelForms {
  private final KernelLoader loader;
  private final RangeKernel source;
  private final TaskKernel equal;
  private @Nullable TaskKernel tables;

  /**
   * @throws UnsupportedKernelException if TornadoVM would not compile it, or not rightly
   * @throws TornadoException if it cannot be loaded
   */
  public KernelForms(KernelLoader loader, RangeKernel source)
      throws UnsupportedKernelException, TornadoException {
    this.loader = loader;
    this.source = source;
    this.equal = loader.load(source, RowForm.EQUAL);
  }

  /** The loop's own kernel. */
  public RangeKernel source() {
    return source;
  }

  /** The first form, which has what is the same in all. */
  public TaskKernel first() {
    return equal;
  }

  /**
   * One of the forms.
   *
   * @throws TornadoException if it cannot be made or loaded
   */
  public TaskKernel of(RowForm form) throws TornadoException {
    if (form == RowForm.EQUAL) {
      return equal;
    }
    TaskKernel known = tables;
    if (known == null) {
      try {
        known = loader.load(source, form);
      } catch (UnsupportedKernelException e) {
        throw new TornadoException(String.valueOf(e.getMessage()), e);
      }
      tables = known;
    }
    return known;
  }
}
