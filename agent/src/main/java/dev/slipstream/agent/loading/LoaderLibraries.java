package dev.slipstream.agent.loading;

import dev.slipstream.compiler.classfile.ClassLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads class files as a class loader of the program finds them, without loading the classes. Loops
 * keep their libraries for later compilations; a library does not keep its loader alive.
 * Thread-safe.
 *
 * <p>When asked for a resource, the JDK's application class loader and its parents first search all
 * modules of the JDK, some seventy, although a file outside of their packages cannot be a class.
 * The agent often looks for classes of the program while others are loaded, so for files on the
 * class path it calls the loaders' internal finders instead.
 */
public final class LoaderLibraries implements Function<ClassLoader, ClassLibrary> {
  private static final String LOADER = "jdk.internal.loader.ClassLoaders$AppClassLoader";

  private final Instrumentation instrumentation;
  private final Map<String, Boolean> isOfModule = new ConcurrentHashMap<>();
  private volatile Optional<Finders> finders = Optional.empty();
  private volatile boolean isOpened;

  /**
   * @param instrumentation lets the agent use the JDK's loader
   */
  public LoaderLibraries(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /**
   * The JDK's internal methods that find a file, given the name of a module (null for the class
   * path) and the name of the file.
   */
  private record Finders(Method ofBoot, Method ofLoader) {}

  @Override
  public ClassLibrary apply(ClassLoader loader) {
    WeakReference<ClassLoader> known = new WeakReference<>(loader);
    return internalName -> {
      ClassLoader there = known.get();
      return there == null ? Optional.empty() : find(there, internalName);
    };
  }

  private Optional<byte[]> find(ClassLoader loader, String internalName) {
    try (InputStream in = open(loader, internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private @Nullable InputStream open(ClassLoader loader, String file) throws IOException {
    Optional<Finders> found = isOnClassPath(loader, file) ? finders() : Optional.empty();
    if (found.isEmpty()) {
      return loader.getResourceAsStream(file);
    }
    try {
      // The bootstrap loader comes first: other agents may have appended jars to it.
      Object ofBoot = found.get().ofBoot().invoke(null, null, file);
      Object url = ofBoot == null ? found.get().ofLoader().invoke(loader, null, file) : ofBoot;
      return url == null ? null : ((URL) url).openStream();
    } catch (InvocationTargetException e) {
      throw new IOException(file + " cannot be looked for", e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(LOADER + " was made accessible, and is not", e);
    }
  }

  private boolean isOnClassPath(ClassLoader loader, String file) {
    if (!loader.getClass().getName().equals(LOADER)) {
      return false;
    }
    String name = packageOf(file);
    Boolean known = isOfModule.get(name);
    if (known == null) {
      known = isOfModule(name);
      isOfModule.put(name, known);
    }
    return !known;
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

  private Optional<Finders> finders() {
    if (!isOpened) {
      finders = open();
      isOpened = true;
    }
    return finders;
  }

  /** Opens the internal finders; empty if this JDK's loaders are built in another way. */
  private Optional<Finders> open() {
    try {
      Class<?> ofLoader = Class.forName("jdk.internal.loader.BuiltinClassLoader");
      PlatformAccess.export(instrumentation, ofLoader);
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
