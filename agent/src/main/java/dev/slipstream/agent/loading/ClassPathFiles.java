package dev.slipstream.agent.loading;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds class files on the program's class path as the JDK's loader of programs does. Asked for a
 * resource, that loader and those above it look into all modules of the JDK first, some seventy,
 * where a file outside of their packages cannot be a class. Classes of the program are looked for
 * often while others are loaded. Thread-safe.
 */
public final class ClassPathFiles {
  private static final String LOADER = "jdk.internal.loader.ClassLoaders$AppClassLoader";

  private final Instrumentation instrumentation;
  private final Map<String, Boolean> isOfModule = new ConcurrentHashMap<>();
  private volatile Optional<Finders> finders = Optional.empty();
  private volatile boolean isOpened;

  public ClassPathFiles(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** What finds a file by the name of a module, null for the class path, and its own name. */
  private record Finders(Method ofBoot, Method ofLoader) {}

  /**
   * Whether files are found here as a loader finds them.
   *
   * @param file the file's name, with slashes
   */
  public boolean reaches(ClassLoader loader, String file) {
    return loader.getClass().getName().equals(LOADER)
        && !isOfModule.computeIfAbsent(packageOf(file), ClassPathFiles::isOfModule)
        && finders().isPresent();
  }

  private static String packageOf(String file) {
    int end = file.lastIndexOf('/');
    return end < 0 ? "" : file.substring(0, end).replace('/', '.');
  }

  private static boolean isOfModule(String packageName) {
    for (Module module : ModuleLayer.boot().modules()) {
      if (module.getPackages().contains(packageName)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Finds a file that can be reached.
   *
   * @throws IOException if the class path cannot be read
   */
  public Optional<URL> find(ClassLoader loader, String file) throws IOException {
    Finders found = finders().orElseThrow();
    try {
      // Other agents may have put jars there.
      Object ofBoot = found.ofBoot().invoke(null, null, file);
      Object url = ofBoot == null ? found.ofLoader().invoke(loader, null, file) : ofBoot;
      return Optional.ofNullable((URL) url);
    } catch (InvocationTargetException e) {
      throw new IOException(file + " cannot be looked for", e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(LOADER + " was made accessible, and is not", e);
    }
  }

  private Optional<Finders> finders() {
    if (!isOpened) {
      finders = open();
      isOpened = true;
    }
    return finders;
  }

  /** Empty if this JDK's loader is made in another way. */
  private Optional<Finders> open() {
    try {
      Class<?> ofLoader = Class.forName("jdk.internal.loader.BuiltinClassLoader");
      instrumentation.redefineModule(
          ofLoader.getModule(),
          Set.of(),
          Map.of(ofLoader.getPackageName(), Set.of(ClassPathFiles.class.getModule())),
          Map.of(),
          Set.of(),
          Map.of());
      Class<?> ofBoot = Class.forName("jdk.internal.loader.BootLoader");
      return Optional.of(new Finders(finder(ofBoot), finder(ofLoader)));
    } catch (ReflectiveOperationException | RuntimeException otherJdk) {
      return Optional.empty();
    }
  }

  private static Method finder(Class<?> type) throws ReflectiveOperationException {
    return type.getMethod("findResource", String.class, String.class);
  }
}
