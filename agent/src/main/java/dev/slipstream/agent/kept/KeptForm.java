package dev.slipstream.agent.kept;

import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.ReachedCaptures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a loop that is compiled when it is reached was compiled to for objects of certain classes;
 * see {@link dev.slipstream.compiler.specialisation.EarlierForm}.
 */
public record KeptForm(Map<Value, String> classes, ReachedCaptures captures, KeptLoop loop) {

  /** Copies the map in its order. */
  public KeptForm {
    classes = Collections.unmodifiableMap(new LinkedHashMap<>(classes));
  }

  /** Returns what is kept of a compiled loop. */
  public static KeptForm of(
      Map<Value, String> classes, ReachedCaptures captures, LoopKernel kernel) {
    return new KeptForm(classes, captures, KeptLoop.of(kernel));
  }

  /** Whether it can be written. */
  boolean isWritable() {
    List<Value> all = new ArrayList<>(classes.keySet());
    all.addAll(captures.values());
    all.addAll(captures.notNull());
    all.addAll(captures.guards());
    return all.stream().allMatch(ValueFormat::isKnown);
  }
}
