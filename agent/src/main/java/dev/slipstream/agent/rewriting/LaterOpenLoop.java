package dev.slipstream.agent.rewriting;

import dev.slipstream.agent.kept.KeptForm;
import dev.slipstream.agent.kept.KeptForms;
import dev.slipstream.agent.kept.KeptOpenLoop;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.EarlierForm;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.compiler.specialisation.OpenLoop;
import dev.slipstream.compiler.specialisation.ReachedCaptures;
import dev.slipstream.model.loop.LoopName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/**
 * The call site of a loop that is compiled when it is reached, and then kept for later starts.
 * Thread-safe.
 *
 * @param kept what is known before that
 * @param compilation finds what it is compiled from
 * @param index its index among the class's loops of this kind
 * @param forms keeps what it is compiled to
 * @param background compiles those forms while the program goes on
 */
record LaterOpenLoop(
    KeptOpenLoop kept,
    LaterCompilation<OpenLoop> compilation,
    int index,
    KeptForms forms,
    Executor background)
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
  public long identity() {
    return kept.identity();
  }

  @Override
  public List<Value.Entry> found() {
    return kept.found();
  }

  @Override
  public boolean reduces() {
    return kept.reduces();
  }

  @Override
  public List<EarlierForm> earlier() {
    List<EarlierForm> earlier = new ArrayList<>();
    for (KeptForm form : kept.forms()) {
      earlier.add(new Earlier(form, background));
    }
    return earlier;
  }

  @Override
  public void compiled(Map<Value, String> classes, ReachedCaptures captures, LoopKernel kernel) {
    forms.add(index, KeptForm.of(classes, captures, kernel));
  }

  @Override
  public OpenLoop loop() {
    return compilation.await();
  }

  /** A form that an earlier start has compiled. */
  private record Earlier(KeptForm form, Executor background) implements EarlierForm {
    @Override
    public Map<Value, String> classes() {
      return form.classes();
    }

    @Override
    public ReachedCaptures captures() {
      return form.captures();
    }

    @Override
    public LoopKernel kernel(Callable<LoopKernel> compiler) {
      return new LaterKernel(form.loop(), new LaterCompilation<>(compiler, background));
    }
  }
}
