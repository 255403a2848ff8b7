package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.dataflow.Value;
import java.util.Map;

/**
 * Facts about the objects that a loop finds at its start, beyond those in the bytecode.
 *
 * @param classes the internal names of their classes, by the paths to them
 */
public record KnownObjects(Stage stage, Map<Value, String> classes) {

  /** The time at which a loop is compiled. */
  public enum Stage {
    /**
     * While its class is loaded. A call whose target the bytecode does not determine is refused.
     */
    LOADING,
    /**
     * Also while its class is loaded, but only to find what the loop's call site must pass. Code
     * that computes with the arguments replaces a call whose target is unknown.
     */
    SHAPING,
    /** When the loop is reached, so that the objects exist. */
    REACHED
  }

  /** Copies the map. */
  public KnownObjects {
    classes = Map.copyOf(classes);
  }

  /** No facts, while the class of the loop is loaded. */
  public static KnownObjects none() {
    return new KnownObjects(Stage.LOADING, Map.of());
  }

  /** No facts, and none are needed: for {@link Stage#SHAPING}. */
  public static KnownObjects shaping() {
    return new KnownObjects(Stage.SHAPING, Map.of());
  }
}
