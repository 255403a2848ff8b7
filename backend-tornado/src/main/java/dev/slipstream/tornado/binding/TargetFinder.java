package dev.slipstream.tornado.binding;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks TornadoVM for its devices and what they are. Used where TornadoVM finds its own parts. */
final class TargetFinder {
  /** More than TornadoVM puts before the elements of an array. */
  private static final int ARRAY_HEADER = 64;

  private final Reflected tornado;
  private final Class<?> plan;
  private final Class<?> device;

  /**
   * @param plan TornadoVM's class of plans
   * @param device its class of devices
   */
  TargetFinder(Reflected tornado, Class<?> plan, Class<?> device) {
    this.tornado = tornado;
    this.plan = plan;
    this.device = device;
  }

  /** The devices, those of the preferred backend first. */
  List<Target> find() throws TornadoException {
    Object map = Reflected.get(Reflected.method(plan, "getTornadoDeviceMap"), null);
    Collection<?> backends =
        (Collection<?>) Reflected.get(Reflected.method(map.getClass(), "getAllBackends"), map);
    Options.require(tornado, System.getProperties());
    Class<?> backend = tornado.type(ApiNames.API.replace('/', '.') + "TornadoBackend");
    Method type = Reflected.method(backend, "getBackendType");
    Method all = Reflected.method(backend, "getAllDevices");
    Method name = Reflected.method(device, "getDeviceName");
    Method physical = Reflected.method(device, "getPhysicalDevice");
    Method physicalName = Reflected.method(physical.getReturnType(), "getDeviceName");
    List<Target> targets = new ArrayList<>();
    for (Object found : backends) {
      String kind = Reflected.get(type, found).toString();
      for (Object handle : (Collection<?>) Reflected.get(all, found)) {
        @Nullable Object target = Reflected.call(physical, handle);
        Object shown =
            target == null ? Reflected.get(name, handle) : Reflected.get(physicalName, target);
        String text = shown.toString().strip();
        String platform = said("getPlatformName", handle, text);
        boolean processor = said("getDeviceType", handle, "").equals("CPU");
        targets.add(new Target(kind, text, platform, processor, handle));
      }
    }
    return targets;
  }

  /** How much memory a device has for TornadoVM. */
  MemorySize memory(Target target) throws TornadoException {
    Method physical = Reflected.method(device, "getPhysicalDevice");
    Class<?> type = physical.getReturnType();
    @Nullable Object known = Reflected.call(physical, target.handle());
    if (known == null) {
      throw new TornadoException(target.name() + " does not tell its memory");
    }
    long all = (long) Reflected.get(Reflected.method(type, "getDeviceGlobalMemorySize"), known);
    long most = (long) Reflected.get(Reflected.method(type, "getDeviceMaxAllocationSize"), known);
    return new MemorySize(
        Math.min(all, Options.memory(tornado)),
        (int) Math.min(Math.max(0, most - ARRAY_HEADER), TornadoApi.MOST_ARRAY_BYTES));
  }

  private String said(String method, Object handle, String otherwise) {
    try {
      return Reflected.get(Reflected.method(device, method), handle).toString();
    } catch (TornadoException unknown) {
      return otherwise;
    }
  }
}
