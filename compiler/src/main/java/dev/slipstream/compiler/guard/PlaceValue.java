package dev.slipstream.compiler.guard;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.BasicValue;

/** A value with its type, as far as it is known, and its place. */
final class PlaceValue extends BasicValue {
  private final Place place;

  PlaceValue(Type type, Place place) {
    super(type);
    this.place = place;
  }

  Place place() {
    return place;
  }

  /** The place of any value. */
  static Place place(BasicValue value) {
    return value instanceof PlaceValue known ? known.place : Place.Unknown.UNKNOWN;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PlaceValue value
        && value.place.equals(place)
        && value.getType().equals(getType());
  }

  @Override
  public int hashCode() {
    return 31 * place.hashCode() + getType().hashCode();
  }
}
