package dev.slipstream.compiler.specialisation;

import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.objectweb.asm.Type;

/** The classes of the objects with which a loop was reached, and their class files. */
final class ReachedClasses {
  private final String loopClass;
  private final JavaObjects objects;
  private final Function<ClassLoader, ClassLibrary> libraries;
  private final Map<String, Class<?>> classes = new HashMap<>();
  private final Map<String, byte[]> lambdas = new HashMap<>();
  private final List<String> texts = new ArrayList<>();
  private ClassLoader loader;

  /**
   * @param loopClass the binary name of the loop's class
   * @param loader its loader
   */
  ReachedClasses(
      String loopClass,
      ClassLoader loader,
      JavaObjects objects,
      Function<ClassLoader, ClassLibrary> libraries) {
    this.loopClass = loopClass;
    this.loader = loader;
    this.objects = objects;
    this.libraries = libraries;
  }

  /**
   * Adds a class.
   *
   * @param refusal the exception to throw if its code cannot be found
   * @return the name by which its class file is found
   */
  String add(Class<?> type, RefusalException refusal) throws RefusalException {
    boolean isLambda = LambdaClass.isLambda(type);
    if (type.isHidden() && !isLambda) {
      throw unknown(refusal, type, "is hidden");
    }
    String name = isLambda ? LambdaClass.nameOf(type) : Type.getInternalName(type);
    if (classes.putIfAbsent(name, type) != null) {
      return name;
    }
    if (isLambda) {
      Optional<byte[]> file = LambdaClass.file(type, objects);
      lambdas.put(
          name,
          file.orElseThrow(
              () ->
                  unknown(
                      refusal,
                      type,
                      "is a lambda that boxes numbers, is serializable, or calls a method of a"
                          + " superclass")));
    }
    Class<?> visible = type.getNestHost();
    Optional<ClassLoader> sees =
        List.of(loader, Optional.ofNullable(visible.getClassLoader()).orElse(loader)).stream()
            .filter(candidate -> sees(candidate, visible))
            .findFirst();
    loader =
        sees.orElseThrow(() -> unknown(refusal, type, "is not visible to the loop's class loader"));
    texts.add(
        isLambda
            ? LambdaClass.target(type, objects).orElse(name)
            : name.substring(name.lastIndexOf('/') + 1));
    return name;
  }

  /**
   * Adds a class if it has a certain name, a class file, and is visible.
   *
   * @param name its internal name
   * @return whether it was added
   */
  boolean add(Class<?> type, String name) {
    if (type.isHidden() || !Type.getInternalName(type).equals(name)) {
      return false;
    }
    try {
      add(type, new RefusalException(0, RefusalKind.FUNCTIONS, name, ""));
      return true;
    } catch (RefusalException invisible) {
      return false;
    }
  }

  /** Whether all classes have class files; lambdas have none. */
  boolean haveFiles() {
    return lambdas.isEmpty();
  }

  private static RefusalException unknown(RefusalException refusal, Class<?> type, String why) {
    return new RefusalException(refusal, "; the class here, " + type.getName() + ", " + why);
  }

  /** Whether all names refer to the same classes in a loader as in the loop's class. */
  private boolean sees(ClassLoader candidate, Class<?> added) {
    try {
      boolean all = Class.forName(added.getName(), false, candidate) == added;
      all &= Class.forName(loopClass, false, candidate) == Class.forName(loopClass, false, loader);
      for (Class<?> type : classes.values()) {
        Class<?> visible = type.getNestHost();
        all &= Class.forName(visible.getName(), false, candidate) == visible;
      }
      return all;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** The loader that finds all the classes by their names. */
  ClassLoader loader() {
    return loader;
  }

  /** The classes by the names under which their class files are found. */
  Map<String, Class<?>> byName() {
    return classes;
  }

  /** Finds class files, including those of lambdas. */
  ClassLibrary library() {
    ClassLibrary library = libraries.apply(loader);
    return name -> {
      byte[] lambda = lambdas.get(name);
      return lambda == null ? library.find(name) : Optional.of(lambda);
    };
  }

  /** Whether a class, by its internal name, has run its static initialiser. */
  boolean isInitialised(String internalName) {
    try {
      return objects.isInitialised(
          Class.forName(internalName.replace('/', '.'), /* initialize= */ false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** A description of the code that the objects run, as shown to users. */
  String text() {
    return String.join(", ", texts);
  }
}
