package dev.slipstream.tornado.binding;

/**
 * The names of TornadoVM's public API that generated classes refer to, the same from 5.2 to 7.x.
 * Internal names, with slashes.
 */
public final class ApiNames {
  /** Where the API's classes are. */
  public static final String API = "uk/ac/manchester/tornado/api/";

  /** The first names of arrays outside the heap. */
  public static final String ARRAYS = API + "types/arrays/";

  /** What kernels ask for their place in the grid. */
  public static final String KERNEL_CONTEXT = API + "KernelContext";

  /** The functions of so many arguments, without the number. */
  public static final String TASK = API + "common/TornadoFunctions$Task";

  /** How many arguments a task has at most. */
  public static final int MOST_ARGUMENTS = 20;

  private ApiNames() {}
}
