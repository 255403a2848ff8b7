package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.discovery.RefusalException;
import java.io.Serial;
import java.util.Optional;

/** A refusal of what can be taken where the objects of an execution are known. */
public final class UnknownObject extends RefusalException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Optional<ObjectPath> path;

  /**
   * @param path the object whose class decides; empty if only its fields have to be read in another
   *     way than by the loop's class
   */
  public UnknownObject(RefusalException refusal, Optional<ObjectPath> path) {
    super(refusal);
    this.path = path;
  }

  /** The object whose class decides. */
  public Optional<ObjectPath> path() {
    return path;
  }
}
