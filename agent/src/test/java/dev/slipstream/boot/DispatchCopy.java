package dev.slipstream.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A second copy of the boot classes behind call sites, for a class loader: they can be connected
 * only once in each loader.
 */
public final class DispatchCopy {
  private static final String PACKAGE = "dev.slipstream.boot.";
  private static final List<String> NAMES =
      List.of(
          "DirectCallSite",
          "Dispatcher",
          "GatedCallSite",
          "LoopCallSite",
          "LoopCallSite$Linked",
          "LoopDispatch",
          "LoopGate");

  private DispatchCopy() {}

  /** Returns the class files that the loader must define itself, by class name. */
  public static Map<String, byte[]> classFiles() {
    Map<String, byte[]> files = new HashMap<>();
    for (String name : NAMES) {
      try (InputStream in = DispatchCopy.class.getResourceAsStream(name + ".class")) {
        files.put(PACKAGE + name, in.readAllBytes());
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
    return files;
  }

  /**
   * Connects the call sites of classes that the loader defines.
   *
   * @throws ReflectiveOperationException if the loader has no such classes of its own
   */
  public static void install(ClassLoader loader, Dispatcher dispatcher)
      throws ReflectiveOperationException {
    Class<?> type = loader.loadClass(PACKAGE + "Dispatcher");
    Object own =
        Proxy.newProxyInstance(
            loader,
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                method.getName().equals("submit")
                    ? dispatcher.submit(
                        (int) arguments[0], (int) arguments[1], (Object[]) arguments[2])
                    : null);
    loader.loadClass(PACKAGE + "LoopDispatch").getMethod("install", type).invoke(null, own);
  }
}
