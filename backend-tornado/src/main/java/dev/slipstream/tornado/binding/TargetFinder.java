package dev.slipstream.tornado.binding;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads TornadoVM's devices and their properties. Must run with TornadoVM's loader as the thread's
 * context class loader.
 */
final class TargetFinder {
  /** An upper limit of the header that TornadoVM puts before the elements of an array. */
  private static final int ARRAY_HEADER = 64;

  private static final String API = ApiNames.API.replace('/', '.');

  private final Reflected tornado;
  private final Class<?> device;

  TargetFinder(Reflected tornado) throws TornadoException {
    this.tornado = tornado;
    this.device = tornado.type(API + "common.TornadoDevice");
  }

  /** Returns the devices, those of the preferred backend first. */
  List<Target> find() throws TornadoException {
    Object map =
        Reflected.get(tornado.type(API + "TornadoExecutionPlan"), "getTornadoDeviceMap", null);
    Collection<?> backends = (Collection<?>) Reflected.get(map.getClass(), "getAllBackends", map);
    Options.require(tornado, System.getProperties());
    Class<?> backend = tornado.type(API + "TornadoBackend");
    Method physical = Reflected.method(device, "getPhysicalDevice");
    List<Target> targets = new ArrayList<>();
    for (Object found : backends) {
      String kind = Reflected.get(backend, "getBackendType", found).toString();
      for (Object handle : (Collection<?>) Reflected.get(backend, "getAllDevices", found)) {
        @Nullable Object target = Reflected.call(physical, handle);
        Object shown =
            target == null
                ? Reflected.get(device, "getDeviceName", handle)
                : Reflected.get(physical.getReturnType(), "getDeviceName", target);
        String text = shown.toString().strip();
        String platform = said("getPlatformName", handle, text);
        boolean processor = said("getDeviceType", handle, "").equals("CPU");
        targets.add(new Target(kind, text, platform, processor, handle));
      }
    }
    return targets;
  }

  /** Returns how much memory of a device TornadoVM can use. */
  MemorySize memory(Target target) throws TornadoException {
    Method physical = Reflected.method(device, "getPhysicalDevice");
    Class<?> type = physical.getReturnType();
    @Nullable Object known = Reflected.call(physical, target.handle());
    if (known == null) {
      throw new TornadoException(target.name() + " does not report the size of its memory");
    }
    long all = (long) Reflected.get(type, "getDeviceGlobalMemorySize", known);
    long most = (long) Reflected.get(type, "getDeviceMaxAllocationSize", known);
    return new MemorySize(
        Math.min(all, Options.memory(tornado)),
        (int) Math.min(Math.max(0, most - ARRAY_HEADER), TornadoApi.MOST_ARRAY_BYTES));
  }

  private String said(String method, Object handle, String otherwise) {
    try {
      return Reflected.get(device, method, handle).toString();
    } catch (TornadoException unknown) {
      return otherwise;
    }
  }
}
