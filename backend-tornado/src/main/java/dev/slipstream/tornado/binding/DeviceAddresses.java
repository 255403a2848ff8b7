package dev.slipstream.tornado.binding;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Where arrays are in a device's memory. TornadoVM's API does not tell. The objects behind it do,
 * which 5.2 opens to everybody; other versions may have others. What is found is to be tried.
 */
final class DeviceAddresses {
  private DeviceAddresses() {}

  /**
   * Where TornadoVM has put an array, with its header.
   *
   * @param graph a graph that has the array, and has run or has its memory
   * @param device TornadoVM's own object
   * @throws TornadoException if this version does not tell
   */
  static long of(Object graph, Object array, Object device) throws TornadoException {
    try {
      Object tasks = field(field(graph, "taskGraph"), "taskGraphImpl");
      Object access = call(tasks, "getObjectAccess", array);
      Object local = call(field(tasks, "executionContext"), "getLocalStateObject", array, access);
      Object state = call(call(local, "getDataObjectState"), "getDeviceBufferState", device);
      return (long) call(call(state, "getXPUBuffer"), "toBuffer");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
      throw new TornadoException(
          "this version of TornadoVM does not tell where arrays are", unknown);
    }
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return known(field.get(of), name);
  }

  /** Calls the method that has this name, and as many parameters. */
  private static Object call(Object on, String name, Object... arguments)
      throws ReflectiveOperationException {
    for (Method method : on.getClass().getDeclaredMethods()) {
      if (method.getName().equals(name)
          && method.getParameterCount() == arguments.length
          && !method.isBridge()) {
        method.setAccessible(true);
        return known(method.invoke(on, arguments), name);
      }
    }
    throw new NoSuchMethodException(on.getClass().getName() + "." + name);
  }

  private static Object known(@Nullable Object value, String name)
      throws ReflectiveOperationException {
    if (value == null) {
      throw new ReflectiveOperationException("no " + name);
    }
    return value;
  }
}
