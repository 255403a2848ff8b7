package dev.slipstream.tornado.kernel;

import java.io.Serial;

/** Thrown for a kernel that TornadoVM does not compile, or not correctly. The message says why. */
public final class UnsupportedKernelException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * @param message what the kernel does, as a clause: {@code it creates arrays}
   */
  public UnsupportedKernelException(String message) {
    super(message);
  }
}
