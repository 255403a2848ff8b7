package dev.slipstream.compiler.discovery;

import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.model.loop.LoopName;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A loop that the user marked as parallel.
 *
 * @param name what it is called
 * @param loop where it is
 * @param variable the slot of its variable, where an annotation says it
 */
public record MarkedLoop(LoopName name, NaturalLoop loop, OptionalInt variable) {

  /** Those of a method's marked loops that are inside this one. */
  public List<MarkedLoop> inner(List<MarkedLoop> marked) {
    List<MarkedLoop> inner = new ArrayList<>();
    for (MarkedLoop other : marked) {
      if (loop.encloses(other.loop())) {
        inner.add(other);
      }
    }
    return inner;
  }
}
