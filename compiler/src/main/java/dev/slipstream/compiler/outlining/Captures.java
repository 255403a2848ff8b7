package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.classfile.Accessors;
import dev.slipstream.compiler.dataflow.Choice;
import dev.slipstream.compiler.dataflow.Value;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The values that a call site passes: first the kernel's parameters, then those that only the
 * decision about an execution needs. Also records the objects that must not be null.
 */
public final class Captures {
  private final Map<Value, Integer> positions = new LinkedHashMap<>();
  private final Set<Value> notNull = new LinkedHashSet<>();
  private final Map<Value, String> guards = new LinkedHashMap<>();
  private final Map<Value.Field, Accessors.Accessor> accessors = new HashMap<>();
  private final Set<Value> measured = new HashSet<>();
  private final Map<Integer, Object> own = new HashMap<>();
  private int parameters;
  private boolean closed;

  /** The position of a kernel parameter, which is added if it is new. */
  int parameter(Value value) {
    Integer position = positions.get(value);
    if (position == null) {
      if (closed) {
        throw new IllegalStateException("parameters come before other captures");
      }
      position = positions.size();
      positions.put(value, position);
      parameters = positions.size();
    }
    return position;
  }

  /**
   * The captures of a call site that passes local variables, from which the actual captures are
   * found later.
   *
   * @param found the local variables that it passes
   */
  public static Captures ofLocals(List<Value.Entry> found) {
    Captures captures = new Captures();
    found.forEach(captures::parameter);
    return captures;
  }

  /** The local variables from which all captures are reached. */
  List<Value.Entry> entries() {
    List<Value.Entry> entries = new ArrayList<>();
    for (Set<Value> values : List.of(positions.keySet(), notNull, guards.keySet())) {
      for (Value value : values) {
        addEntries(value, entries);
      }
    }
    return entries;
  }

  private static void addEntries(Value value, List<Value.Entry> entries) {
    if (value instanceof Value.Entry entry) {
      entries.add(entry);
    } else if (value instanceof Value.Field field) {
      field.base().ifPresent(base -> addEntries(base, entries));
    } else if (value instanceof Value.Property property) {
      addEntries(property.object(), entries);
    } else if (value instanceof Value.SwitchCase choice) {
      addEntries(choice.ordinal(), entries);
    } else if (value instanceof Value.Element || value instanceof Value.Operation) {
      value.parts().forEach(part -> addEntries(part, entries));
    }
  }

  /** Adds an object through which a capture is reached, so that it must not be null. */
  void requireNotNull(Value object) {
    notNull.add(object);
  }

  /**
   * Adds a condition under which the kernel has the effect of the loop.
   *
   * @param value an int that must not be 0
   * @param reason the reason to run the loop on the host otherwise
   */
  void guard(Value value, String reason) {
    guards.put(value, reason);
  }

  /** Sets the accessor for a field that the loop's class may not read itself. */
  void readThrough(Value.Field field, Accessors.Accessor accessor) {
    accessors.put(field, accessor);
  }

  /** The method through which a field is read; empty if the field is read directly. */
  public Optional<Accessors.Accessor> accessor(Value.Field field) {
    return Optional.ofNullable(accessors.get(field));
  }

  /**
   * Records that an array is not passed, since only the loop uses it: a new one replaces it.
   *
   * @param parameter its position among the kernel's parameters
   * @param prototype a new array like it
   */
  void own(int parameter, Object prototype) {
    own.put(parameter, prototype);
  }

  /** Whether null is passed instead of a capture. */
  public boolean isOwn(Value value) {
    return own.containsKey(positions.get(value));
  }

  /** The captures that were passed, with a new array in the place of each that was not. */
  Object[] complete(Object[] passed) {
    if (own.isEmpty()) {
      return passed;
    }
    Object[] all = passed.clone();
    own.forEach(
        (position, prototype) -> {
          if (all[position] == null) {
            int length = Array.getLength(prototype);
            Class<?> elements = prototype.getClass().getComponentType();
            all[position] = Array.newInstance(elements, length);
          }
        });
    return all;
  }

  /** Records that the loop reads the length of an array, which therefore must not be null. */
  void measure(Value array) {
    measured.add(array);
  }

  /** The arrays that may be null as long as the loop only compares them with null. */
  Set<Value> mayBeNull() {
    Set<Value> arrays = new LinkedHashSet<>();
    for (Value value : positions.keySet()) {
      if (value instanceof Value.Property property
          && property.question() == Value.Property.Question.IS_NULL
          && !measured.contains(property.object())) {
        arrays.add(property.object());
      }
    }
    return arrays;
  }

  /** The values that must not be 0, each with the reason to stay on the host otherwise. */
  public Map<Value, String> guards() {
    return Collections.unmodifiableMap(guards);
  }

  /**
   * Adds the values that the decision about an execution needs.
   *
   * @param proofValues the values that the proof reads
   * @param choices the values that may meet in some of them
   */
  void addFor(List<Value> proofValues, Map<Value, List<Choice>> choices) {
    closed = true;
    List<Value> all = new ArrayList<>(guards.keySet());
    all.addAll(proofValues);
    for (List<Choice> ways : choices.values()) {
      for (Choice way : ways) {
        all.add(way.value());
        Choices.add(way.conditions(), all);
      }
    }
    all.addAll(positions.keySet());
    Set<Value> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    all.forEach(value -> addLeaves(value, seen));
  }

  /**
   * Adds the numbers and arrays from which a value is computed.
   *
   * @param seen the values whose numbers and arrays have been added
   */
  private void addLeaves(Value value, Set<Value> seen) {
    if (!seen.add(value)) {
      return;
    }
    if (value.isCapture()) {
      if (value.kind() == 'I' || value.kind() == 'J' || value.kind() == 'A') {
        positions.putIfAbsent(value, positions.size());
      }
      if (value instanceof Value.Element element) {
        // The array must be a capture, so that it is compared with the arrays that are written.
        positions.putIfAbsent(element.array(), positions.size());
      }
    } else if (value instanceof Value.Rounded rounded) {
      positions.putIfAbsent(rounded.number(), positions.size());
    } else if (value instanceof Value.Operation
        || value instanceof Value.Length
        || value instanceof Value.Row) {
      value.parts().forEach(part -> addLeaves(part, seen));
    }
  }

  /** All captured values in the order in which they are passed. */
  public List<Value> values() {
    return new ArrayList<>(positions.keySet());
  }

  /** The kernel's parameters. */
  public List<Value> parameters() {
    return values().subList(0, parameters);
  }

  /** The position of each captured value. */
  Map<Value, Integer> positions() {
    return Map.copyOf(positions);
  }

  /**
   * Objects through which captures are reached and that must not be null, in addition to those of
   * the values.
   */
  public Set<Value> notNull() {
    return Collections.unmodifiableSet(notNull);
  }

  /** The descriptor with which a value is passed; small integer types are passed as int. */
  public static String passedType(Value value) {
    String descriptor = value.declaredType().orElseThrow();
    return "ZBSC".contains(descriptor) ? "I" : descriptor;
  }
}
