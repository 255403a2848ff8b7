package dev.slipstream.agent.loading;

import dev.slipstream.compiler.classfile.ClassLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
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
  private volatile Optional<JdkInternals> internals = Optional.empty();
  private volatile boolean isOpened;

  /**
   * @param instrumentation lets the agent use the JDK's loader
   */
  public LoaderLibraries(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

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
    Optional<JdkInternals> found = isOnClassPath(loader, file) ? internals() : Optional.empty();
    if (found.isEmpty()) {
      return loader.getResourceAsStream(file);
    }
    URL url;
    try {
      url = found.get().onClassPath(loader, file);
    } catch (LinkageError otherJdk) {
      internals = Optional.empty();
      return loader.getResourceAsStream(file);
    }
    return url == null ? null : url.openStream();
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

  private Optional<JdkInternals> internals() {
    if (!isOpened) {
      internals = JdkInternals.open(instrumentation);
      isOpened = true;
    }
    return internals;
  }
}
