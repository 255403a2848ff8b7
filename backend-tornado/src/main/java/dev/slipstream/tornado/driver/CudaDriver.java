package dev.slipstream.tornado.driver;

import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * CUDA's driver, for a context that other code has created. See NVIDIA's CUDA Driver API reference
 * for the functions.
 */
public final class CudaDriver implements CopyDriver {
  private static final String LIBRARY = "libcuda.so.1";
  private static final int CONTEXT_OF_POINTER = 1;
  private static final int RANGE_START = 11;
  private static final int RANGE_SIZE = 12;
  private static final int PORTABLE = 1;
  private static final long DEFAULT_STREAM = 0;

  /**
   * Keeps memory from being collected while it is pinned. Otherwise the driver would copy wrongly
   * from whatever is allocated at its address later.
   */
  private static final Map<Long, ByteBuffer> PINNED = new ConcurrentHashMap<>();

  private final ForeignFunctions cuda;
  private final MethodHandle addressOf;
  private final MethodHandle attribute;
  private final MethodHandle push;
  private final MethodHandle pop;
  private final MethodHandle synchronize;
  private final MethodHandle register;
  private final MethodHandle unregister;
  private final MethodHandle heapToDevice;
  private final MethodHandle beginHeapToDevice;
  private final MethodHandle deviceToHeap;
  private final MethodHandle hostToDevice;
  private final MethodHandle deviceToHost;
  private final int page;
  private final long context;

  private CudaDriver(ForeignFunctions process, ForeignFunctions cuda, long device)
      throws DriverException {
    this.cuda = cuda;
    // Copies no bytes; it is called for its result, the address of the array.
    addressOf = process.function("memcpy", long.class, Object.class, Object.class, long.class);
    attribute =
        cuda.function("cuPointerGetAttribute", int.class, Object.class, int.class, long.class);
    push = cuda.function("cuCtxPushCurrent_v2", int.class, long.class);
    pop = cuda.function("cuCtxPopCurrent_v2", int.class, Object.class);
    synchronize = cuda.function("cuCtxSynchronize", int.class);
    register = cuda.function("cuMemHostRegister_v2", int.class, long.class, long.class, int.class);
    unregister = cuda.function("cuMemHostUnregister", int.class, long.class);
    heapToDevice =
        cuda.function("cuMemcpyHtoD_v2", int.class, long.class, Object.class, long.class);
    beginHeapToDevice =
        cuda.function(
            "cuMemcpyHtoDAsync_v2", int.class, long.class, Object.class, long.class, long.class);
    deviceToHeap =
        cuda.function("cuMemcpyDtoH_v2", int.class, Object.class, long.class, long.class);
    hostToDevice = cuda.function("cuMemcpyHtoD_v2", int.class, long.class, long.class, long.class);
    deviceToHost = cuda.function("cuMemcpyDtoH_v2", int.class, long.class, long.class, long.class);
    MethodHandle pageSize = process.function("getpagesize", int.class);
    page = result("getpagesize", () -> (int) pageSize.invokeExact());
    context = known(CONTEXT_OF_POINTER, device);
  }

  /**
   * Returns the driver of the device that owns some memory.
   *
   * @return empty if this JDK cannot call it, or if the driver does not know the memory
   */
  public static Optional<CopyDriver> of(long device) {
    Optional<ForeignFunctions> process = ForeignFunctions.of("");
    Optional<ForeignFunctions> cuda = ForeignFunctions.of(LIBRARY);
    if (process.isEmpty() || cuda.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new CudaDriver(process.get(), cuda.get(), device));
    } catch (DriverException | NoSuchElementException | IllegalStateException missing) {
      return Optional.empty();
    }
  }

  /** A call of a function that returns an int. */
  @FunctionalInterface
  private interface Call {
    int run() throws Throwable;
  }

  private static int result(String function, Call call) throws DriverException {
    try {
      return call.run();
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new DriverException(function + " could not be called: " + e);
    }
  }

  private static void ask(String function, Call call) throws DriverException {
    int result = result(function, call);
    if (result != 0) {
      throw new DriverException(function + " returned error " + result + " of CUDA");
    }
  }

  private long known(int what, long device) throws DriverException {
    long[] found = new long[1];
    ask(
        "cuPointerGetAttribute",
        () -> (int) attribute.invokeExact(cuda.whole(found), what, device));
    return found[0];
  }

  @Override
  public void enter() throws DriverException {
    ask("cuCtxPushCurrent", () -> (int) push.invokeExact(context));
  }

  @Override
  public void leave() throws DriverException {
    long[] left = new long[1];
    ask("cuCtxPopCurrent", () -> (int) pop.invokeExact(cuda.whole(left)));
  }

  @Override
  public void finish() throws DriverException {
    ask("cuCtxSynchronize", () -> (int) synchronize.invokeExact());
  }

  @Override
  public boolean holds(long device, long bytes) {
    try {
      return known(CONTEXT_OF_POINTER, device) == context
          && device + bytes <= known(RANGE_START, device) + known(RANGE_SIZE, device);
    } catch (DriverException unknown) {
      return false;
    }
  }

  @Override
  public int pageBytes() {
    return page;
  }

  @Override
  public long address(Object array) {
    Object whole = cuda.whole(array);
    try {
      return (long) addressOf.invokeExact(whole, whole, 0L);
    } catch (Throwable e) {
      throw new IllegalStateException("an array has no address", e);
    }
  }

  @Override
  public void pin(long address, long bytes) throws DriverException {
    ask("cuMemHostRegister", () -> (int) register.invokeExact(address, bytes, PORTABLE));
  }

  @Override
  public void unpin(long address) throws DriverException {
    ask("cuMemHostUnregister", () -> (int) unregister.invokeExact(address));
  }

  @Override
  public void toDevice(Object array, long offset, long device, long bytes) throws DriverException {
    Object part = cuda.part(array, offset, bytes);
    ask("cuMemcpyHtoD", () -> (int) heapToDevice.invokeExact(device, part, bytes));
  }

  @Override
  public void beginToDevice(Object array, long offset, long device, long bytes)
      throws DriverException {
    Object part = cuda.part(array, offset, bytes);
    ask(
        "cuMemcpyHtoDAsync",
        () -> (int) beginHeapToDevice.invokeExact(device, part, bytes, DEFAULT_STREAM));
  }

  @Override
  public void fromDevice(Object array, long offset, long device, long bytes)
      throws DriverException {
    Object part = cuda.part(array, offset, bytes);
    ask("cuMemcpyDtoH", () -> (int) deviceToHeap.invokeExact(part, device, bytes));
  }

  @Override
  public ByteBuffer pinned(int bytes) throws DriverException {
    ByteBuffer all;
    try {
      all = ByteBuffer.allocateDirect(bytes + page);
    } catch (OutOfMemoryError noMemory) {
      throw new DriverException("there is no memory for " + bytes + " bytes outside the heap");
    }
    ByteBuffer memory = all.alignedSlice(page).slice(0, bytes).order(ByteOrder.nativeOrder());
    long address = cuda.address(memory);
    pin(address, bytes);
    PINNED.put(address, memory);
    return memory;
  }

  @Override
  public void unpin(ByteBuffer memory) throws DriverException {
    long address = cuda.address(memory);
    unpin(address);
    PINNED.remove(address);
  }

  @Override
  public void toDevice(ByteBuffer from, long device) throws DriverException {
    long host = cuda.address(from);
    long bytes = from.remaining();
    ask("cuMemcpyHtoD", () -> (int) hostToDevice.invokeExact(device, host, bytes));
  }

  @Override
  public void fromDevice(ByteBuffer to, long device) throws DriverException {
    long host = cuda.address(to);
    long bytes = to.remaining();
    ask("cuMemcpyDtoH", () -> (int) deviceToHost.invokeExact(host, device, bytes));
  }
}
