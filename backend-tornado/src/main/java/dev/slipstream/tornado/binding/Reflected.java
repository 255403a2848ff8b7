package dev.slipstream.tornado.binding;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Calls public members of classes that are known by name only. Thread-safe. */
final class Reflected {
  private static final Pattern MEMBER = Pattern.compile("([\\w.]+)\\.(\\w+)\\(([^)]*)\\)");
  private static final Pattern DETAILS = Pattern.compile("Stacktrace:|Exception Details:");
  private static final Map<String, Class<?>> KNOWN =
      Map.of(
          "int", int.class,
          "long", long.class,
          "String", String.class,
          "Object", Object.class,
          "Object[]", Object[].class);

  private final ClassLoader loader;
  private final String root;

  /**
   * The bound methods by class and name. A handle takes the object, unless the method is static,
   * and the arguments.
   */
  private final Map<String, MethodHandle> table = new HashMap<>();

  /**
   * @param root the prefix of the class names in signatures
   */
  Reflected(ClassLoader loader, String root) {
    this.loader = loader;
    this.root = root;
  }

  /** Creates an object with the constructor without parameters. */
  Object create(String name) throws TornadoException {
    return create(type(root + name), new Class<?>[0]);
  }

  /**
   * Finds methods that can be {@linkplain #call(String, Object...) called} from then on.
   *
   * @param members their signatures, {@code WorkerGrid.setLocalWork(long,long,long)}
   * @throws TornadoException if a method is missing: this version of TornadoVM has another API
   */
  void bind(List<String> members) throws TornadoException {
    for (String member : members) {
      var parts = MEMBER.matcher(member);
      if (!parts.matches()) {
        throw new IllegalArgumentException(member);
      }
      String[] names = parts.group(3).isEmpty() ? new String[0] : parts.group(3).split(",");
      Class<?>[] parameters = new Class<?>[names.length];
      for (int p = 0; p < names.length; p++) {
        Class<?> known = KNOWN.get(names[p]);
        parameters[p] = known == null ? type(root + names[p]) : known;
      }
      String owner = parts.group(1);
      String name = parts.group(2);
      Method method = method(type(root + owner), name, parameters);
      try {
        MethodHandle handle = MethodHandles.publicLookup().unreflect(method).asFixedArity();
        int count = parameters.length + (Modifier.isStatic(method.getModifiers()) ? 0 : 1);
        table.put(
            owner + "." + name,
            handle.asType(handle.type().generic()).asSpreader(Object[].class, count));
      } catch (IllegalAccessException e) {
        throw new TornadoException("TornadoVM does not give access to " + name, e);
      }
    }
  }

  /**
   * Calls a bound method; returns null if the method returns nothing.
   *
   * @param member its class and name, {@code WorkerGrid.setLocalWork}
   * @param all the object, unless it is static, and the arguments
   * @throws TornadoException if the method throws anything
   */
  @Nullable Object call(String member, @Nullable Object... all) throws TornadoException {
    MethodHandle handle = Objects.requireNonNull(table.get(member), member);
    try {
      return (Object) handle.invokeExact(all);
    } catch (Throwable e) {
      throw failed(member, e);
    }
  }

  /** Calls a bound method that returns something. */
  Object get(String member, @Nullable Object... all) throws TornadoException {
    return Objects.requireNonNull(call(member, all), member);
  }

  /**
   * Returns a class that must exist.
   *
   * @throws TornadoException if the class is missing
   */
  Class<?> type(String name) throws TornadoException {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new TornadoException("TornadoVM has no usable class " + name, e);
    }
  }

  /**
   * Returns a public method that must exist.
   *
   * @throws TornadoException if the method is missing: this version of TornadoVM has another API
   */
  static Method method(Class<?> owner, String name, Class<?>... parameters)
      throws TornadoException {
    try {
      return owner.getMethod(name, parameters);
    } catch (NoSuchMethodException | LinkageError e) {
      throw new TornadoException(
          "this version of TornadoVM has no method " + owner.getSimpleName() + "." + name, e);
    }
  }

  /**
   * Creates an object.
   *
   * @throws TornadoException if the constructor is missing or throws
   */
  static Object create(Class<?> type, Class<?>[] parameters, @Nullable Object... arguments)
      throws TornadoException {
    try {
      return type.getConstructor(parameters).newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw failed("new " + type.getSimpleName(), e.getTargetException());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new TornadoException(
          "this version of TornadoVM has no such constructor of " + type.getSimpleName(), e);
    }
  }

  /**
   * Calls a method; returns null if the method returns nothing.
   *
   * @throws TornadoException if the method throws anything
   */
  static @Nullable Object call(
      Method method, @Nullable Object target, @Nullable Object... arguments)
      throws TornadoException {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw failed(
          method.getDeclaringClass().getSimpleName() + "." + method.getName(),
          e.getTargetException());
    } catch (IllegalAccessException e) {
      throw new TornadoException("TornadoVM does not give access to " + method.getName(), e);
    }
  }

  /** Calls a method without parameters that returns something. */
  static Object get(Class<?> owner, String name, @Nullable Object target) throws TornadoException {
    return Objects.requireNonNull(call(method(owner, name), target), name);
  }

  /** Returns the value of a public static field; null if the field is missing or cannot be read. */
  static @Nullable Object fieldIfReadable(Class<?> owner, String name) {
    try {
      Field field = owner.getField(name);
      return field.get(null);
    } catch (ReflectiveOperationException | LinkageError unreadable) {
      return null;
    }
  }

  /** Returns an array of a type with some elements. */
  static Object arrayOf(Class<?> type, Object... elements) {
    Object array = Array.newInstance(type, elements.length);
    for (int e = 0; e < elements.length; e++) {
      Array.set(array, e, elements[e]);
    }
    return array;
  }

  private static TornadoException failed(String what, Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String message = root.getMessage();
    String text = message == null || message.isBlank() ? root.toString() : message.strip();
    return new TornadoException(what + " failed: " + oneLine(text), cause);
  }

  /** Removes the colours, stack traces and verifier's bytecode that are in some messages. */
  static String oneLine(String text) {
    String plain = text.replaceAll("\\x1b?\\[\\d+(;\\d+)*m", "").strip();
    return DETAILS.split(plain, 2)[0].strip().replaceAll("\\s*\\R\\s*", " · ");
  }
}
