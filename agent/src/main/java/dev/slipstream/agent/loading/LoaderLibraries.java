package dev.slipstream.agent.loading;

import dev.slipstream.compiler.classfile.ClassLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads class files as a class loader of the program finds them, without loading the classes. Loops
 * keep their libraries for what is made of them later; they do not keep the loader.
 */
public final class LoaderLibraries implements Function<ClassLoader, ClassLibrary> {
  private final ClassPathFiles classPath;

  public LoaderLibraries(ClassPathFiles classPath) {
    this.classPath = classPath;
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
    if (!classPath.reaches(loader, file)) {
      return loader.getResourceAsStream(file);
    }
    Optional<URL> found = classPath.find(loader, file);
    return found.isPresent() ? found.get().openStream() : null;
  }
}
