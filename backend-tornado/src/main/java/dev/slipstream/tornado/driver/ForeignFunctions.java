package dev.slipstream.tornado.driver;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Calls functions of native libraries through {@code java.lang.foreign}, which is looked up by name
 * because it exists from JDK 22 on. Thread-safe.
 */
final class ForeignFunctions {
  private static final String PACKAGE = "java.lang.foreign.";

  /** The element types of arrays that can be passed to functions. */
  private static final List<Class<?>> TYPES =
      List.of(
          byte.class, char.class, short.class, int.class, long.class, float.class, double.class);

  private final Class<?> segmentType = type("MemorySegment");
  private final Class<?> layoutType = type("MemoryLayout");
  private final Class<?> optionType = type("Linker$Option");
  private final Object linker;
  private final Object known;
  private final Method downcall;
  private final Object critical;
  private final Map<Class<?>, MethodHandle> ofArray = new HashMap<>();
  private final MethodHandle slice;
  private final MethodHandle ofBuffer;
  private final MethodHandle address;

  /**
   * @param library the file name of a library; empty for the functions that every process has
   */
  private ForeignFunctions(String library) throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    Class<?> linkerType = type("Linker");
    linker = call(linkerType.getMethod("nativeLinker"), null);
    Class<?> lookupType = type("SymbolLookup");
    if (library.isEmpty()) {
      known = call(linkerType.getMethod("defaultLookup"), linker);
    } else {
      Class<?> arenaType = type("Arena");
      known =
          call(
              lookupType.getMethod("libraryLookup", String.class, arenaType),
              null,
              library,
              call(arenaType.getMethod("global"), null));
    }
    downcall =
        linkerType.getMethod(
            "downcallHandle", segmentType, type("FunctionDescriptor"), optionType.arrayType());
    critical = call(optionType.getMethod("critical", boolean.class), null, true);
    for (Class<?> element : TYPES) {
      ofArray.put(
          element.arrayType(),
          lookup
              .unreflect(segmentType.getMethod("ofArray", element.arrayType()))
              .asType(MethodType.methodType(Object.class, Object.class)));
    }
    slice =
        lookup
            .unreflect(segmentType.getMethod("asSlice", long.class, long.class))
            .asType(MethodType.methodType(Object.class, Object.class, long.class, long.class));
    ofBuffer =
        lookup
            .unreflect(segmentType.getMethod("ofBuffer", Buffer.class))
            .asType(MethodType.methodType(Object.class, Buffer.class));
    address =
        lookup
            .unreflect(segmentType.getMethod("address"))
            .asType(MethodType.methodType(long.class, Object.class));
  }

  /**
   * Returns the functions of a library.
   *
   * @return empty if this JDK cannot call them, or if there is no such library
   */
  static Optional<ForeignFunctions> of(String library) {
    try {
      return Optional.of(new ForeignFunctions(library));
    } catch (ReflectiveOperationException | IllegalStateException | LinkageError missing) {
      return Optional.empty();
    }
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(PACKAGE + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this JDK has no " + name, e);
    }
  }

  private static Object call(Method method, @Nullable Object on, Object... arguments)
      throws ReflectiveOperationException {
    try {
      return Objects.requireNonNull(method.invoke(on, arguments), method.getName());
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException(method.getName(), e.getTargetException());
    }
  }

  /**
   * Returns a handle of a function. While a function runs that takes parts of arrays, nothing on
   * the heap moves and no collection begins.
   *
   * @param result {@code int} or {@code long}
   * @param parameters {@code int}; {@code long}, also for addresses; or {@code Object} for a result
   *     of {@link #part}
   * @throws NoSuchElementException if the library has no such function
   */
  MethodHandle function(String name, Class<?> result, Class<?>... parameters) {
    try {
      Object layouts = Array.newInstance(layoutType, parameters.length);
      boolean takesArrays = false;
      for (int p = 0; p < parameters.length; p++) {
        Array.set(layouts, p, layout(parameters[p]));
        takesArrays |= parameters[p] == Object.class;
      }
      Class<?> descriptorType = type("FunctionDescriptor");
      Object descriptor =
          call(
              descriptorType.getMethod("of", layoutType, layoutType.arrayType()),
              null,
              layout(result),
              layouts);
      Object options = Array.newInstance(optionType, takesArrays ? 1 : 0);
      if (takesArrays) {
        Array.set(options, 0, critical);
      }
      Optional<?> found =
          (Optional<?>) call(type("SymbolLookup").getMethod("find", String.class), known, name);
      Object symbol =
          found.orElseThrow(() -> new NoSuchElementException("there is no function " + name));
      MethodHandle handle = (MethodHandle) call(downcall, linker, symbol, descriptor, options);
      return handle.asType(MethodType.methodType(result, parameters));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot call " + name, e);
    }
  }

  private Object layout(Class<?> type) throws ReflectiveOperationException {
    String name = type == int.class ? "JAVA_INT" : type == long.class ? "JAVA_LONG" : "ADDRESS";
    return Objects.requireNonNull(type("ValueLayout").getField(name).get(null));
  }

  /** Returns an argument that stands for some bytes of an array. */
  Object part(Object array, long offset, long bytes) {
    try {
      MethodHandle of = Objects.requireNonNull(ofArray.get(array.getClass()));
      return (Object) slice.invokeExact((Object) of.invokeExact(array), offset, bytes);
    } catch (Throwable e) {
      throw new IllegalArgumentException(array.getClass() + " from " + offset + " on", e);
    }
  }

  /** Returns an argument that stands for a whole array. */
  Object whole(Object array) {
    try {
      return (Object) Objects.requireNonNull(ofArray.get(array.getClass())).invokeExact(array);
    } catch (Throwable e) {
      throw new IllegalArgumentException(String.valueOf(array.getClass()), e);
    }
  }

  /** Returns the address of a direct buffer's position. */
  long address(Buffer buffer) {
    try {
      return (long) address.invokeExact((Object) ofBuffer.invokeExact(buffer));
    } catch (Throwable e) {
      throw new IllegalStateException("a buffer has no address", e);
    }
  }
}
