package dev.slipstream.agent.rewriting;

import dev.slipstream.agent.kept.KeptForm;
import dev.slipstream.agent.kept.KeptForms;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.compiler.specialisation.OpenLoop;
import dev.slipstream.compiler.specialisation.ReachedCaptures;
import dev.slipstream.model.loop.LoopName;
import java.util.List;
import java.util.Map;

/**
 * The new call site of a loop that is compiled when it is reached, and then kept for later starts.
 * Thread-safe.
 *
 * @param loop what it is compiled from
 * @param index its index among the class's loops of this kind
 * @param forms keeps what it is compiled to
 */
record KeptOpenCallSite(OpenLoop loop, int index, KeptForms forms) implements OpenCallSite {
  @Override
  public int site() {
    return loop.site();
  }

  @Override
  public LoopName name() {
    return loop.name();
  }

  @Override
  public List<LoopName> inner() {
    return loop.inner();
  }

  @Override
  public long identity() {
    return loop.identity();
  }

  @Override
  public List<Value.Entry> found() {
    return loop.found();
  }

  @Override
  public boolean reduces() {
    return loop.reduces();
  }

  @Override
  public void compiled(Map<Value, String> classes, ReachedCaptures captures, LoopKernel kernel) {
    forms.add(index, KeptForm.of(classes, captures, kernel));
  }
}
