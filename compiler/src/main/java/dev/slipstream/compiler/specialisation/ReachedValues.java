package dev.slipstream.compiler.specialisation;

import dev.slipstream.compiler.dataflow.Value;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Reads the captures of a loop from the local variables that a call site passes. Call sites of
 * other loops read the same values themselves. Prevents no class from being unloaded.
 */
final class ReachedValues {
  private final OpenCallSite site;
  private final JavaObjects objects;
  private final WeakReference<ClassLoader> loader;
  private final Map<String, WeakReference<Class<?>>> classes = new HashMap<>();

  /**
   * @param loader finds classes by their names
   * @param classes classes that are known already, by their internal names
   */
  ReachedValues(
      OpenCallSite site, JavaObjects objects, ClassLoader loader, Map<String, Class<?>> classes) {
    this.site = site;
    this.objects = objects;
    this.loader = new WeakReference<>(loader);
    classes.forEach((name, type) -> this.classes.put(name, new WeakReference<>(type)));
  }

  /**
   * The object at the end of a path; empty if an object on the path is null.
   *
   * @throws ReflectiveOperationException if a field does not exist or cannot be read
   */
  Optional<Object> at(Value path, @Nullable Object[] passed) throws ReflectiveOperationException {
    try {
      return Optional.ofNullable(value(path, passed));
    } catch (NullOnTheWayException isNull) {
      return Optional.empty();
    }
  }

  /**
   * Thrown if an object through which a value is reached is null, so that the program must run its
   * loop.
   */
  static final class NullOnTheWayException extends Exception {
    private static final long serialVersionUID = 1L;

    NullOnTheWayException() {
      super("", null, false, false);
    }
  }

  /**
   * All captures of a loop.
   *
   * @throws NullOnTheWayException if an object through which the loop reaches a value is null
   * @throws ReflectiveOperationException if a field cannot be read
   */
  @Nullable Object[] of(ReachedCaptures captures, @Nullable Object[] passed)
      throws ReflectiveOperationException, NullOnTheWayException {
    for (Value object : captures.notNull()) {
      require(object, passed);
    }
    for (Value guard : captures.guards()) {
      // An object of another class does not have the fields.
      if (isOne(guard, passed).equals(Optional.of(false))) {
        throw new ClassCastException(guard.toString());
      }
    }
    List<Value> values = captures.values();
    int results = site.reduces() ? 1 : 0;
    @Nullable Object[] found = new Object[values.size() + results];
    for (int v = 0; v < values.size(); v++) {
      found[v] = value(values.get(v), passed);
    }
    if (results > 0) {
      found[values.size()] = passed[site.found().size()];
    }
    return found;
  }

  private Optional<Boolean> isOne(Value guard, @Nullable Object[] passed)
      throws ReflectiveOperationException, NullOnTheWayException {
    return guard instanceof Value.Property property
        ? Optional.of(Integer.valueOf(1).equals(value(property, passed)))
        : Optional.empty();
  }

  private Object require(Value object, @Nullable Object[] passed)
      throws ReflectiveOperationException, NullOnTheWayException {
    Object found = value(object, passed);
    if (found == null) {
      throw new NullOnTheWayException();
    }
    return found;
  }

  // The program itself uses the ordinal.
  @SuppressWarnings("EnumOrdinal")
  private @Nullable Object value(Value value, @Nullable Object[] passed)
      throws ReflectiveOperationException, NullOnTheWayException {
    if (value instanceof Value.Entry entry) {
      return passed[position(entry)];
    }
    if (value instanceof Value.Field field) {
      return field.base().isEmpty()
          ? readStatic(field.owner(), field.name(), field.descriptor())
          : read(
              require(field.base().get(), passed), field.owner(), field.name(), field.descriptor());
    }
    if (value instanceof Value.SwitchCase choice) {
      int[] table = (int[]) require(choice.table(), passed);
      return table[(int) require(choice.ordinal(), passed)];
    }
    if (value instanceof Value.Property property) {
      return switch (property.question()) {
        case IS_NULL -> value(property.object(), passed) == null ? 1 : 0;
        case IS_OF ->
            require(property.object(), passed).getClass() == named(property.detail()) ? 1 : 0;
        case ORDINAL -> ((Enum<?>) require(property.object(), passed)).ordinal();
      };
    }
    if (value instanceof Value.Element element) {
      return element(element, passed);
    }
    throw new IllegalStateException(value + " cannot be captured");
  }

  /** The position of a local variable among the passed values. */
  private int position(Value.Entry entry) throws NoSuchFieldException {
    List<Value.Entry> found = site.found();
    for (int p = 0; p < found.size(); p++) {
      if (found.get(p).slot() == entry.slot()) {
        return p;
      }
    }
    throw new NoSuchFieldException(entry.name());
  }

  /** An element of an array that is too short to be kept anywhere but on the host. */
  private Object element(Value.Element element, @Nullable Object[] passed)
      throws ReflectiveOperationException, NullOnTheWayException {
    Object array = require(element.array(), passed);
    int index = index(element.index(), passed);
    int length = Array.getLength(array);
    if (index < 0 || index >= length || length >= OpenSite.LEAST_FOLLOWED) {
      throw new NullOnTheWayException();
    }
    Object number = JavaObjects.passed(Array.get(array, index));
    if (number == null) {
      throw new NullOnTheWayException();
    }
    return number;
  }

  private int index(Value index, @Nullable Object[] passed)
      throws ReflectiveOperationException, NullOnTheWayException {
    if (index instanceof Value.Constant constant) {
      return (int) constant.number();
    }
    if (index instanceof Value.Operation operation) {
      int left = index(operation.operands().get(0), passed);
      int right = index(operation.operands().get(1), passed);
      return (int) operation.operator().apply(left, right, 'I');
    }
    return ((Number) require(index, passed)).intValue();
  }

  private @Nullable Object read(Object base, String owner, String name, String descriptor)
      throws ReflectiveOperationException {
    if (base instanceof Number || base instanceof Character || base instanceof Boolean) {
      return JavaObjects.passed(base);
    }
    for (Class<?> c = base.getClass(); c != null; c = c.getSuperclass()) {
      boolean isOwner =
          c.isHidden()
              ? Optional.of(c).equals(known(owner))
              : Type.getInternalName(c).equals(owner);
      if (isOwner) {
        return objects.read(c, base, name, descriptor);
      }
    }
    throw new NoSuchFieldException(owner + "." + name + " of " + base.getClass().getName());
  }

  private @Nullable Object readStatic(String owner, String name, String descriptor)
      throws ReflectiveOperationException {
    return objects.read(named(owner), null, name, descriptor);
  }

  private Class<?> named(String internalName) throws ClassNotFoundException {
    Optional<Class<?>> known = known(internalName);
    return known.isPresent()
        ? known.get()
        : Class.forName(internalName.replace('/', '.'), /* initialize= */ false, loader.get());
  }

  private Optional<Class<?>> known(String internalName) {
    return Optional.ofNullable(classes.get(internalName)).map(WeakReference::get);
  }
}
