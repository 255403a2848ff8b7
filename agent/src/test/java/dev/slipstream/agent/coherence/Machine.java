package dev.slipstream.agent.coherence;

import dev.slipstream.compiler.LoopKernel;
import java.util.List;

/** Where the loops of one run go. */
interface Machine extends AutoCloseable {
  /** The loops that are there. */
  void register(List<LoopKernel> loops);

  /** A loop was reached; like the dispatcher's method. */
  int submit(int site, int start, Object[] captures);

  /** What the guards call. */
  HostSide host();

  /** How many loops were deferred. */
  long deferred();

  /** Ends, with nothing pending. */
  @Override
  void close();
}
