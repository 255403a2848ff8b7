package dev.slipstream.benchmarks.compiled;

import dev.slipstream.boot.Dispatcher;
import java.lang.invoke.MethodHandle;

/**
 * The dispatcher of a class loader with its own boot classes. It is defined there, and calls a
 * dispatcher of the usual boot classes.
 */
public final class Connected implements Dispatcher {
  private final MethodHandle submit;

  /**
   * @param submit a method with the parameters of {@link Dispatcher#submit}
   */
  public Connected(MethodHandle submit) {
    this.submit = submit;
  }

  @Override
  public int submit(int site, int start, Object[] captures) {
    try {
      return (int) submit.invokeExact(site, start, captures);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable checked) {
      throw new IllegalStateException("a dispatcher threw a checked exception", checked);
    }
  }
}
