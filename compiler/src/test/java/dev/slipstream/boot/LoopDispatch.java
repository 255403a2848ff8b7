package dev.slipstream.boot;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Replaces the agent's class of the same name: passes the calls of call sites to the running test.
 */
public final class LoopDispatch {
  /** The behaviour of a call site. */
  public interface Submit {
    int submit(int site, int start, Object[] captures);
  }

  public static volatile Submit target = (site, start, captures) -> start;

  private LoopDispatch() {}

  public static CallSite bootstrap(MethodHandles.Lookup lookup, String name, MethodType type)
      throws Exception {
    int site = Integer.parseInt(name.substring("submit".length()));
    MethodHandle handle =
        MethodHandles.lookup()
            .findStatic(
                LoopDispatch.class,
                "dispatch",
                MethodType.methodType(int.class, int.class, int.class, Object[].class));
    handle = MethodHandles.insertArguments(handle, 0, site);
    return new ConstantCallSite(
        handle.asCollector(Object[].class, type.parameterCount() - 1).asType(type));
  }

  public static int submitDirectly(int start, Object[] captures, int site) {
    return submit(start, captures, site);
  }

  public static int submit(int start, Object[] captures, int site) {
    return target.submit(site, start, captures);
  }

  private static int dispatch(int site, int start, Object[] captures) {
    return target.submit(site, start, captures);
  }
}
