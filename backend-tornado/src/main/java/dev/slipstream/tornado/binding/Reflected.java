package dev.slipstream.tornado.binding;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Calls public members of classes that are known by name only. Thread-safe. */
final class Reflected {
  private static final Pattern DETAILS = Pattern.compile("Stacktrace:|Exception Details:");

  private final ClassLoader loader;

  Reflected(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * A class that must be there.
   *
   * @throws TornadoException if it is not
   */
  Class<?> type(String name) throws TornadoException {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new TornadoException("TornadoVM has no usable class " + name, e);
    }
  }

  /**
   * A public method that must be there.
   *
   * @throws TornadoException if it is not: this version of TornadoVM has another API
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
   * A new object.
   *
   * @throws TornadoException if the constructor is missing or throws
   */
  static Object create(Class<?> type, Class<?>[] parameters, @Nullable Object... arguments)
      throws TornadoException {
    try {
      Constructor<?> constructor = type.getConstructor(parameters);
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw failed("new " + type.getSimpleName(), e.getTargetException());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new TornadoException(
          "this version of TornadoVM has no such constructor of " + type.getSimpleName(), e);
    }
  }

  /**
   * Calls a method; null for those that return nothing.
   *
   * @throws TornadoException if it throws, whatever it is
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

  /** The same where something is returned. */
  static Object get(Method method, @Nullable Object target, @Nullable Object... arguments)
      throws TornadoException {
    return Objects.requireNonNull(call(method, target, arguments), method.getName());
  }

  /** The value of a public static field; null if there is no such field or it cannot be read. */
  static @Nullable Object fieldIfReadable(Class<?> owner, String name) {
    try {
      Field field = owner.getField(name);
      return field.get(null);
    } catch (ReflectiveOperationException | LinkageError unreadable) {
      return null;
    }
  }

  /** An array of a type with one element. */
  static Object arrayOf(Class<?> type, Object element) {
    Object array = Array.newInstance(type, 1);
    Array.set(array, 0, element);
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

  /** Without colours, stack traces and the verifier's bytecode, which are in some messages. */
  static String oneLine(String text) {
    String plain = text.replaceAll("\\x1b?\\[\\d+(;\\d+)*m", "").strip();
    return DETAILS.split(plain, 2)[0].strip().replaceAll("\\s*\\R\\s*", " · ");
  }
}
