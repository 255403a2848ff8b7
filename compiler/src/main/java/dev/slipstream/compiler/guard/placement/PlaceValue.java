package dev.slipstream.compiler.guard.placement;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * A value with its type, if known, and its place. The content of a local variable may have an
 * origin as well: a place in memory at which the same array is still found.
 */
public final class PlaceValue extends BasicValue {
  private final Place place;
  private final Place origin;
  private final boolean isCast;

  public PlaceValue(Type type, Place place) {
    this(type, place, Place.Unknown.UNKNOWN);
  }

  public PlaceValue(Type type, Place place, Place origin) {
    this(type, place, origin, /* isCast= */ false);
  }

  private PlaceValue(Type type, Place place, Place origin, boolean isCast) {
    super(type);
    this.place = place;
    this.origin = origin;
    this.isCast = isCast;
  }

  /**
   * A value after a cast. Its type is that of the cast, which the value at its place need not have.
   */
  static PlaceValue cast(Type type, BasicValue value) {
    return new PlaceValue(type, place(value), origin(value), /* isCast= */ true);
  }

  /** This value at another place, with another origin. */
  PlaceValue at(Place otherPlace, Place otherOrigin) {
    return new PlaceValue(getType(), otherPlace, otherOrigin, isCast);
  }

  /** Whether the value was cast after it was read from its place. */
  boolean isCast() {
    return isCast;
  }

  Place place() {
    return place;
  }

  /** Whether its place or its origin is known. */
  boolean hasName() {
    return place != Place.Unknown.UNKNOWN || origin != Place.Unknown.UNKNOWN;
  }

  /** The place of any value. */
  public static Place place(BasicValue value) {
    return value instanceof PlaceValue known ? known.place : Place.Unknown.UNKNOWN;
  }

  /** The origin of any value, unknown if it has none. */
  static Place origin(BasicValue value) {
    return value instanceof PlaceValue known ? known.origin : Place.Unknown.UNKNOWN;
  }

  /** The places at which a value is found: none, one or two. */
  static List<Place> names(BasicValue value) {
    Place place = place(value);
    Place origin = origin(value);
    if (place == Place.Unknown.UNKNOWN) {
      return origin == Place.Unknown.UNKNOWN ? List.of() : List.of(origin);
    }
    return origin == Place.Unknown.UNKNOWN ? List.of(place) : List.of(place, origin);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof PlaceValue value
            && value.place.equals(place)
            && value.origin.equals(origin)
            && value.isCast == isCast
            && value.getType().equals(getType()));
  }

  @Override
  public int hashCode() {
    return 31 * (31 * place.hashCode() + origin.hashCode()) + getType().hashCode();
  }
}
