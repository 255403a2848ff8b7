package dev.slipstream.compiler.discovery;

import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.model.loop.LoopName;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A loop that the user marked as parallel.
 *
 * @param name its name
 * @param loop its blocks
 * @param variable the slot of its variable, if an annotation determines it
 */
public record MarkedLoop(LoopName name, NaturalLoop loop, OptionalInt variable) {

  /** Those of a method's marked loops that are nested in this one. */
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
