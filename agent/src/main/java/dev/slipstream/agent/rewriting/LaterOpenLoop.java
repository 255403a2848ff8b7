package dev.slipstream.agent.rewriting;

import dev.slipstream.agent.kept.KeptOpenLoop;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.compiler.specialisation.OpenLoop;
import dev.slipstream.model.loop.LoopName;
import java.util.List;

/**
 * The call site of an earlier start for a loop that is compiled when it is reached. Thread-safe.
 *
 * @param kept what is known before that
 * @param compilation compiles its class
 * @param index its index among the class's loops of this kind
 */
record LaterOpenLoop(KeptOpenLoop kept, LaterCompilation compilation, int index)
    implements OpenCallSite {
  @Override
  public int site() {
    return kept.site();
  }

  @Override
  public LoopName name() {
    return kept.name();
  }

  @Override
  public List<LoopName> inner() {
    return kept.inner();
  }

  @Override
  public OpenLoop loop() {
    return compilation.await().open().get(index).loop();
  }
}
