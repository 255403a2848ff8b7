package dev.slipstream.compiler.opencl;

import java.io.Serial;

/**
 * A kernel cannot be written in OpenCL C. The message is the reason as shown to users, starting
 * with the line where it is known: {@code line 46 calls java.lang.Math.sinh, which has no OpenCL
 * form}.
 */
public final class UntranslatableException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** For a reason as described above. */
  public UntranslatableException(String reason) {
    super(reason);
  }

  static UntranslatableException at(int line, String reason) {
    return new UntranslatableException(line >= 0 ? "line " + line + " " + reason : "it " + reason);
  }
}
