package dev.slipstream.api;

import java.lang.reflect.Array;
import java.util.Objects;

/**
 * What a host task does with an array, or that it has effects on an object. A task finds the
 * elements that it declares to read as the loops and tasks before it leave them, and what it
 * declares to write is seen by all that comes after it, on every rank.
 */
public final class HostAccess {
  private final Object target;
  private final boolean reads;
  private final boolean writes;
  private final HostMapper mapper;

  private HostAccess(Object target, boolean reads, boolean writes, HostMapper mapper) {
    this.target = target;
    this.reads = reads;
    this.writes = writes;
    this.mapper = Objects.requireNonNull(mapper, "there is no range mapper");
  }

  private static HostAccess of(Object array, boolean reads, boolean writes, HostMapper mapper) {
    Objects.requireNonNull(array, "there is no array");
    if (!isOfPrimitives(array.getClass())) {
      throw new IllegalArgumentException(
          "a host task can declare arrays of primitives, and arrays of such arrays, not "
              + array.getClass().getTypeName());
    }
    return new HostAccess(array, reads, writes, mapper);
  }

  private static boolean isOfPrimitives(Class<?> type) {
    return type.isArray()
        && (type.getComponentType().isPrimitive() || isOfPrimitives(type.getComponentType()));
  }

  /**
   * The task reads all elements.
   *
   * @param array an array of primitives, or of such arrays
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess reads(Object array) {
    return reads(array, HostMapper.all());
  }

  /**
   * The task reads elements.
   *
   * @param array an array of primitives, or of such arrays
   * @param mapper which ones; of an array of arrays, which rows
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess reads(Object array, HostMapper mapper) {
    return of(array, /* reads= */ true, /* writes= */ false, mapper);
  }

  /**
   * The task writes all elements, and reads none before.
   *
   * @param array as above
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess writes(Object array) {
    return writes(array, HostMapper.all());
  }

  /**
   * The task writes elements, every one of them, and reads none before.
   *
   * @param mapper which ones; no two partitions may write the same one
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess writes(Object array, HostMapper mapper) {
    return of(array, /* reads= */ false, /* writes= */ true, mapper);
  }

  /**
   * The task reads all elements, and writes some of them.
   *
   * @param array as above
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess updates(Object array) {
    return updates(array, HostMapper.all());
  }

  /**
   * The task reads elements, and writes some of them.
   *
   * @param mapper which ones; no two partitions may write the same one
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess updates(Object array, HostMapper mapper) {
    return of(array, /* reads= */ true, /* writes= */ true, mapper);
  }

  /** The task changes an object of the program, in its turn. */
  public static HostAccess effects(HostObject<?> object) {
    return new HostAccess(
        Objects.requireNonNull(object, "there is no object"),
        /* reads= */ false,
        /* writes= */ false,
        HostMapper.all());
  }

  boolean isOfArray() {
    return !(target instanceof HostObject);
  }

  Object target() {
    return target;
  }

  boolean isRead() {
    return reads;
  }

  boolean isWritten() {
    return writes;
  }

  /** The elements that a partition accesses; none if it has no iteration. */
  IndexRange elements(IndexRange partition, IndexRange iterations) {
    if (partition.isEmpty()) {
      return IndexRange.EMPTY;
    }
    int length = Array.getLength(target);
    return mapper.map(partition, iterations, length).within(0, length);
  }

  /** For messages, {@code double[4096]}. */
  String text() {
    String type = target.getClass().getSimpleName();
    int brackets = type.indexOf('[') + 1;
    return type.substring(0, brackets) + Array.getLength(target) + type.substring(brackets);
  }
}
