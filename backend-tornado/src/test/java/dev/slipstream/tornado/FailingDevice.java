package dev.slipstream.tornado;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.KernelLaunch;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.SerialQueue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device that reports a failure of the launches of one loop. */
final class FailingDevice implements Device {
  static final String FAILURE = "a launch failed for a test";

  private final Device below;
  private final int fatal;
  private final boolean runs;

  /**
   * @param below does the work
   * @param fatal an argument of that loop alone
   * @param runs whether the kernel runs nevertheless
   */
  FailingDevice(Device below, int fatal, boolean runs) {
    this.below = below;
    this.fatal = fatal;
    this.runs = runs;
  }

  @Override
  public String id() {
    return below.id();
  }

  @Override
  public String description() {
    return below.description();
  }

  @Override
  public PreparedKernel prepare(RangeKernel kernel) throws DeviceException {
    return below.prepare(kernel);
  }

  @Override
  public long largestArrayBytes() {
    return below.largestArrayBytes();
  }

  @Override
  public DeviceMemory open(Runnable whenClosed) throws DeviceException {
    DeviceMemory memory = below.open(whenClosed);
    return (DeviceMemory)
        Proxy.newProxyInstance(
            FailingDevice.class.getClassLoader(),
            new Class<?>[] {DeviceMemory.class, SerialQueue.class},
            (self, method, arguments) -> {
              if (method.getName().equals("queue")) {
                return self;
              }
              return method.getName().equals("launchSome")
                  ? launchOne((SerialQueue) memory, (List<?>) arguments[0])
                  : call(memory, method, arguments);
            });
  }

  private int launchOne(SerialQueue queue, List<?> waiting) throws DeviceException {
    KernelLaunch first = (KernelLaunch) waiting.get(0);
    if (!Arrays.asList(first.launch().arguments()).contains(fatal)) {
      return queue.launchSome(List.of(first));
    }
    if (runs) {
      queue.launch(first);
    }
    throw new DeviceException(FAILURE);
  }

  private static Object call(Object target, Method method, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  @Override
  public void close() {
    below.close();
  }
}
