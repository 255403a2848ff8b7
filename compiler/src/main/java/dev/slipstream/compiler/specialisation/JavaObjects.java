package dev.slipstream.compiler.specialisation;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Inspects the objects and classes of the running JVM, without running any of their code.
 * Thread-safe.
 *
 * <p>A lambda's class has no class file; the methods that it calls are known only from its constant
 * pool. The JDK reads constant pools for annotations ({@code jdk.internal.reflect.ConstantPool}).
 */
public final class JavaObjects {
  private final Consumer<Class<?>> opener;
  private final ClassValue<ConcurrentMap<Place, Field>> fields =
      new ClassValue<>() {
        @Override
        protected ConcurrentMap<Place, Field> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };
  private volatile @Nullable Internals internals;

  private record Place(String name, String descriptor) {}

  /** Methods and fields of the JDK that are not public. */
  private record Internals(
      Object access,
      Method pool,
      Method size,
      Method tag,
      Method member,
      Object unsafe,
      Method open) {}

  /**
   * A reference of a class to a method.
   *
   * @param owner an internal name
   * @param ofInterface whether the owner is an interface
   */
  record MethodReference(String owner, String name, String descriptor, boolean ofInterface) {}

  /**
   * @param opener opens the package of a class to this one; may do nothing, and must not throw
   */
  public JavaObjects(Consumer<Class<?>> opener) {
    this.opener = opener;
  }

  /**
   * Reads a field as the JVM resolves it: in the class, or else in the nearest one above it.
   *
   * @param object the object, or null for a static field
   * @return the value, with small integers and booleans as ints
   * @throws ReflectiveOperationException if there is no such field, or it cannot be read
   */
  @Nullable Object read(Class<?> owner, @Nullable Object object, String name, String descriptor)
      throws ReflectiveOperationException {
    ConcurrentMap<Place, Field> known = fields.get(owner);
    Place place = new Place(name, descriptor);
    Field field = known.get(place);
    if (field == null) {
      field = find(owner, place);
      known.put(place, field);
    }
    return passed(field.get(object));
  }

  /** A value in the form in which call sites pass it. */
  static @Nullable Object passed(@Nullable Object value) {
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    if (value instanceof Character character) {
      return (int) character;
    }
    return value instanceof Byte || value instanceof Short ? ((Number) value).intValue() : value;
  }

  private Field find(Class<?> owner, Place place) throws NoSuchFieldException {
    for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.getName().equals(place.name())
            && Type.getDescriptor(field.getType()).equals(place.descriptor())) {
          if (!field.trySetAccessible()) {
            opener.accept(c);
            field.setAccessible(true);
          }
          return field;
        }
      }
    }
    throw new NoSuchFieldException(owner.getName() + "." + place.name());
  }

  /** The methods that a class refers to; empty if they cannot be read. */
  Optional<List<MethodReference>> methodReferences(Class<?> type) {
    try {
      Internals internal = internals();
      Object pool = internal.pool().invoke(internal.access(), type);
      List<MethodReference> references = new ArrayList<>();
      int size = (int) internal.size().invoke(pool);
      for (int i = 1; i < size; i++) {
        String tag = String.valueOf(internal.tag().invoke(pool, i));
        if (tag.equals("METHODREF") || tag.equals("INTERFACEMETHODREF")) {
          String[] names = (String[]) internal.member().invoke(pool, i);
          references.add(
              new MethodReference(
                  names[0].replace('.', '/'), names[1], names[2], tag.startsWith("INTERFACE")));
        }
      }
      return Optional.of(references);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unreadable) {
      return Optional.empty();
    }
  }

  /** Whether a class has run its static initialiser; false also if that cannot be determined. */
  boolean isInitialised(Class<?> type) {
    try {
      Internals internal = internals();
      return !(boolean) internal.open().invoke(internal.unsafe(), type);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
      return false;
    }
  }

  private Internals internals() throws ReflectiveOperationException {
    Internals known = internals;
    if (known == null) {
      Class<?> secrets = Class.forName("jdk.internal.access.SharedSecrets");
      Class<?> poolType = Class.forName("jdk.internal.reflect.ConstantPool");
      Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
      List.of(secrets, poolType, unsafe).forEach(opener);
      known =
          new Internals(
              secrets.getMethod("getJavaLangAccess").invoke(null),
              Class.forName("jdk.internal.access.JavaLangAccess")
                  .getMethod("getConstantPool", Class.class),
              poolType.getMethod("getSize"),
              poolType.getMethod("getTagAt", int.class),
              poolType.getMethod("getMemberRefInfoAt", int.class),
              unsafe.getMethod("getUnsafe").invoke(null),
              unsafe.getMethod("shouldBeInitialized", Class.class));
      internals = known;
    }
    return known;
  }
}
