package dev.slipstream.opencl.driver;

import java.io.Serial;

/** The OpenCL loader library cannot be loaded. The message says why and what to do. */
public final class LibraryMissingException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  LibraryMissingException(String message, Throwable cause) {
    super(message, cause);
  }
}
