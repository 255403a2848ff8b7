package dev.slipstream.tornado.launch;

import dev.slipstream.tornado.binding.TornadoException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether TornadoVM has refused a kernel, which it does when it compiles it. Thread-safe. */
public final class Refusal {
  private volatile @Nullable TornadoException reason;

  /** It was not refused yet. */
  public Refusal() {}

  /** From now on it is. */
  public void refuse(TornadoException why) {
    reason = why;
  }

  /** What TornadoVM said; empty if nothing is known against the kernel. */
  public Optional<TornadoException> reason() {
    return Optional.ofNullable(reason);
  }

  /**
   * Says again what TornadoVM said.
   *
   * @throws TornadoException if the kernel was refused
   */
  public void throwIfRefused() throws TornadoException {
    TornadoException known = reason;
    if (known != null) {
      throw known;
    }
  }
}
