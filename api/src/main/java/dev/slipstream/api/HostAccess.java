package dev.slipstream.api;

import java.lang.reflect.Array;
import java.util.Objects;

/**
 * Declares the access of a host task to an array, or its effects on an object. The task reads the
 * declared elements as preceding loops and tasks leave them. All later code, on every rank, sees
 * the elements that it declares to write.
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
    this.mapper = Objects.requireNonNull(mapper, "the range mapper is null");
  }

  private static HostAccess of(Object array, boolean reads, boolean writes, HostMapper mapper) {
    Objects.requireNonNull(array, "the array is null");
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
   * Declares that the task reads all elements.
   *
   * @param array an array of primitives, or of such arrays
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess reads(Object array) {
    return reads(array, HostMapper.all());
  }

  /**
   * Declares that the task reads elements.
   *
   * @param array an array of primitives, or of such arrays
   * @param mapper the elements; of an array of arrays, the rows
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess reads(Object array, HostMapper mapper) {
    return of(array, /* reads= */ true, /* writes= */ false, mapper);
  }

  /**
   * Declares that the task writes all elements, and reads none before.
   *
   * @param array as above
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess writes(Object array) {
    return writes(array, HostMapper.all());
  }

  /**
   * Declares that the task writes elements, every one of them, and reads none before.
   *
   * @param mapper the elements; no two partitions may write the same one
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess writes(Object array, HostMapper mapper) {
    return of(array, /* reads= */ false, /* writes= */ true, mapper);
  }

  /**
   * Declares that the task reads all elements, and writes some of them.
   *
   * @param array as above
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess updates(Object array) {
    return updates(array, HostMapper.all());
  }

  /**
   * Declares that the task reads elements, and writes some of them.
   *
   * @param mapper the elements; no two partitions may write the same one
   * @throws IllegalArgumentException if it is another object
   */
  public static HostAccess updates(Object array, HostMapper mapper) {
    return of(array, /* reads= */ true, /* writes= */ true, mapper);
  }

  /** Declares that the task changes an object of the program, in the order of submission. */
  public static HostAccess effects(HostObject<?> object) {
    return new HostAccess(
        Objects.requireNonNull(object, "the object is null"),
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
