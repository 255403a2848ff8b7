package dev.slipstream.agent.installation;

import dev.slipstream.compiler.ClassLibrary;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import net.bytebuddy.dynamic.ClassFileLocator;

/** Reads class files as a class loader of the program finds them, without loading the classes. */
final class LoaderLibraries implements Function<ClassLoader, ClassLibrary> {

  @Override
  public ClassLibrary apply(ClassLoader loader) {
    return internalName -> find(loader, internalName.replace('/', '.'));
  }

  private static Optional<byte[]> find(ClassLoader loader, String className) {
    try {
      ClassFileLocator.Resolution found =
          ClassFileLocator.ForClassLoader.of(loader).locate(className);
      return found.isResolved() ? Optional.of(found.resolve()) : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }
}
