package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.RefusalException;
import java.io.Serial;
import java.util.Optional;

/** A refusal of a loop that can be taken once the objects of an execution are known. */
public final class UnknownObject extends RefusalException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Optional<Value> path;

  /**
   * @param path the path to the object whose class decides; empty if only its fields must be read
   *     in another way than by the loop's class
   */
  public UnknownObject(RefusalException refusal, Optional<Value> path) {
    super(refusal);
    this.path = path;
  }

  /** The path to the object whose class decides. */
  public Optional<Value> path() {
    return path;
  }
}
