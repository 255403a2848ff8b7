package dev.slipstream.agent.kept;

import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.model.loop.LoopName;
import java.util.List;

/**
 * What must be known about a loop that is compiled when it is reached, before that; see the methods
 * of {@link OpenCallSite} of the same names.
 */
public record KeptOpenLoop(int site, LoopName name, List<LoopName> inner) {

  /** Copies the list. */
  public KeptOpenLoop {
    inner = List.copyOf(inner);
  }

  /** Returns what is kept of a loop. */
  static KeptOpenLoop of(OpenCallSite loop) {
    return new KeptOpenLoop(loop.site(), loop.name(), loop.inner());
  }
}
