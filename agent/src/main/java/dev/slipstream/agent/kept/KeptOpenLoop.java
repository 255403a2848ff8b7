package dev.slipstream.agent.kept;

import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.compiler.specialisation.OpenSite;
import dev.slipstream.model.loop.LoopName;
import java.util.ArrayList;
import java.util.List;

/**
 * What must be known about a loop that is compiled when it is reached, before that; see the methods
 * of {@link OpenCallSite} of the same names.
 *
 * @param forms what it was compiled to, the oldest first
 */
public record KeptOpenLoop(
    int site,
    LoopName name,
    List<LoopName> inner,
    long identity,
    List<Value.Entry> found,
    boolean reduces,
    List<KeptForm> forms) {

  /** Copies the lists. */
  public KeptOpenLoop {
    inner = List.copyOf(inner);
    found = List.copyOf(found);
    forms = List.copyOf(forms);
  }

  /** Returns what is kept of a loop that was not reached yet. */
  public static KeptOpenLoop of(OpenCallSite loop) {
    return new KeptOpenLoop(
        loop.site(),
        loop.name(),
        loop.inner(),
        loop.identity(),
        loop.found(),
        loop.reduces(),
        List.of());
  }

  /** Returns the same with a further form, which replaces the oldest one if there are many. */
  KeptOpenLoop with(KeptForm form) {
    List<KeptForm> all = new ArrayList<>(forms);
    if (all.size() == OpenSite.MOST_FORMS) {
      all.remove(0);
    }
    all.add(form);
    return new KeptOpenLoop(site, name, inner, identity, found, reduces, all);
  }
}
