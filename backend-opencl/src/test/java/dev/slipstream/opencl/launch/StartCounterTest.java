package dev.slipstream.opencl.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceDiscovery;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.OpenClLibrary;
import dev.slipstream.runtime.device.DeviceException;
import java.nio.IntBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;

class StartCounterTest {
  private long context;
  private long queue;
  private StartCounter counter;

  @BeforeEach
  void open() throws ClException {
    List<DeviceFacts> devices;
    try {
      OpenClLibrary.load(List.of("libOpenCL.so.1", "libOpenCL.so"));
      devices = DeviceDiscovery.devices();
    } catch (DeviceException none) {
      abort(none.getMessage());
      return;
    }
    assumeFalse(devices.isEmpty(), "there is no OpenCL device");
    DeviceFacts device = devices.get(0);
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer code = stack.callocInt(1);
      PointerBuffer properties = stack.pointers(CL10.CL_CONTEXT_PLATFORM, device.platform(), 0);
      context = CL10.clCreateContext(properties, device.device(), null, 0, code);
      ClException.check("clCreateContext", code.get(0));
      queue = CL10.clCreateCommandQueue(context, device.device(), 0, code);
      ClException.check("clCreateCommandQueue", code.get(0));
    }
    counter = new StartCounter(context, queue);
  }

  @AfterEach
  void close() {
    if (queue != 0) {
      counter.release();
      CL10.clReleaseCommandQueue(queue);
      CL10.clReleaseContext(context);
    }
  }

  /** Makes the device's number what it is when so many kernels have run. */
  private void haveRun(int kernels) throws DeviceException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      ClException.check(
          "clEnqueueWriteBuffer",
          CL10.clEnqueueWriteBuffer(
              queue, counter.buffer(), true, 0, stack.ints(kernels), null, null));
    }
  }

  @Test
  void aKernelThatHasRunUnreportedIsFoundOnce() throws DeviceException {
    counter.buffer();
    assertThat(counter.findsUnreported()).as("none was started").isFalse();
    counter.started();
    counter.started();
    haveRun(3);
    assertThat(counter.findsUnreported()).isTrue();
    assertThat(counter.findsUnreported()).as("it counts as reported").isFalse();
  }

  @Test
  void theNumberMayWrap() throws DeviceException {
    haveRun(1);
    assertThat(counter.findsUnreported()).isTrue();
    for (long started = 1; started < 1L << 32; started++) {
      counter.started();
    }
    haveRun(0);
    assertThat(counter.findsUnreported()).isFalse();
    haveRun(1);
    assertThat(counter.findsUnreported()).isTrue();
  }

  @Test
  void afterANumberThatCannotBeNothingIsKnownAnyMore() throws DeviceException {
    haveRun(2);
    assertThatThrownBy(counter::findsUnreported)
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("has counted 2 more starts");
    haveRun(0);
    assertThatThrownBy(counter::findsUnreported).hasMessageContaining("in doubt");
  }
}
