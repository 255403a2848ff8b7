package dev.slipstream.tornado.binding;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Finds the addresses of arrays in a device's memory, a workaround for TornadoVM 5.2: its public
 * API does not give them, but objects behind it do, which 5.2 opens to all modules. Other versions
 * may have other objects, so callers must check an address before they trust it.
 */
final class DeviceAddresses {
  private DeviceAddresses() {}

  /**
   * Returns the address of an array in the device's memory, with its header.
   *
   * @param graph a graph of the array, which has run or has the array's memory
   * @param device TornadoVM's own object of the device
   * @throws TornadoException if the address cannot be found in this version
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
          "this version of TornadoVM does not give the addresses of arrays", unknown);
    }
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return known(field.get(of), name);
  }

  /** Calls the method with this name and number of parameters. */
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
