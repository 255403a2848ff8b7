package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.dataflow.Value;
import java.util.Map;

/**
 * What is known of the objects that a loop finds where it starts, besides what bytecode says.
 *
 * @param classes the internal names of their classes, by the ways to them
 */
public record KnownObjects(Stage stage, Map<Value, String> classes) {

  /** When a loop is compiled. */
  public enum Stage {
    /** While its class is loaded: a call of which bytecode does not say what it runs is refused. */
    LOADING,
    /**
     * Then too, but only to learn what the loop's call site has to pass: something that computes
     * with the arguments stands in the place of such a call.
     */
    SHAPING,
    /** When the loop is reached: the objects are there. */
    REACHED
  }

  /** Copies the map. */
  public KnownObjects {
    classes = Map.copyOf(classes);
  }

  /** Nothing, while the class of the loop is loaded. */
  public static KnownObjects none() {
    return new KnownObjects(Stage.LOADING, Map.of());
  }

  /** Nothing, and nothing is needed. */
  public static KnownObjects shaping() {
    return new KnownObjects(Stage.SHAPING, Map.of());
  }
}
