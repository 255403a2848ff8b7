package dev.slipstream.tornado.binding;

/**
 * Names of TornadoVM's public API that generated classes refer to; they are the same from 5.2 to
 * 7.x. Internal names, with slashes.
 */
public final class ApiNames {
  /** The package of the API. */
  public static final String API = "uk/ac/manchester/tornado/api/";

  /** The package of arrays outside the heap. */
  public static final String ARRAYS = API + "types/arrays/";

  /** The class from which kernels read their place in the grid. */
  public static final String KERNEL_CONTEXT = API + "KernelContext";

  /** The functional interfaces of tasks, without the number of arguments at the end. */
  public static final String TASK = API + "common/TornadoFunctions$Task";

  /** The largest number of arguments of a task. */
  public static final int MOST_ARGUMENTS = 20;

  private ApiNames() {}
}
