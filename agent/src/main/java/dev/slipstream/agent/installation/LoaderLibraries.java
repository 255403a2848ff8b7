package dev.slipstream.agent.installation;

import dev.slipstream.compiler.ClassLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads class files as a class loader of the program finds them, without loading the classes. Loops
 * keep their libraries for what is made of them later; they do not keep the loader.
 */
final class LoaderLibraries implements Function<ClassLoader, ClassLibrary> {

  @Override
  public ClassLibrary apply(ClassLoader loader) {
    WeakReference<ClassLoader> known = new WeakReference<>(loader);
    return internalName -> {
      ClassLoader there = known.get();
      return there == null ? Optional.empty() : find(there, internalName);
    };
  }

  private static Optional<byte[]> find(ClassLoader loader, String internalName) {
    try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }
}
