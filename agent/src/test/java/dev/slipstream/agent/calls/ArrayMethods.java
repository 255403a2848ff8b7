package dev.slipstream.agent.calls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The public methods and constructors of {@code java.base} that take or return arrays. */
final class ArrayMethods {
  private ArrayMethods() {}

  /**
   * A method as written in a call.
   *
   * @param owner the class named in the call, which may have inherited the method
   */
  record Named(Class<?> owner, Executable method) {
    boolean isStatic() {
      return Modifier.isStatic(method.getModifiers());
    }

    @Override
    public String toString() {
      String name = method instanceof Method ? method.getName() : "<init>";
      return owner.getName() + "." + name + Arrays.toString(method.getParameterTypes());
    }
  }

  /** Returns all methods, in a fixed order. */
  static List<Named> all() {
    List<Named> all = new ArrayList<>();
    for (Class<?> type : types()) {
      Map<String, Named> ofType = new LinkedHashMap<>();
      List<Executable> methods = new ArrayList<>(List.of(type.getMethods()));
      if (!Modifier.isAbstract(type.getModifiers())) {
        methods.addAll(List.of(type.getConstructors()));
      }
      for (Executable method : methods) {
        if (!(method instanceof Method m && m.isBridge())
            && concernsArrays(method)
            && !endsDeferral(method)
            && !needsHeap(method)
            && !isSalted(method)) {
          Named named = new Named(type, method);
          ofType.put(named.toString(), named);
        }
      }
      all.addAll(ofType.values());
    }
    all.sort(Comparator.comparing(Named::toString));
    return all;
  }

  /** After these, no loop of the whole program is deferred any more. */
  private static boolean endsDeferral(Executable method) {
    return method.getName().startsWith("defineHiddenClass")
        || method.getName().equals("altMetafactory");
  }

  /** It would allocate more than a heap; {@code Reflection} calls it. */
  private static boolean needsHeap(Executable method) {
    return method.getDeclaringClass() == Array.class && method.getName().equals("newInstance");
  }

  /** Its order differs between JVMs. */
  private static boolean isSalted(Executable method) {
    return method.getDeclaringClass() == Set.class && method.getName().equals("of");
  }

  private static boolean concernsArrays(Executable method) {
    boolean takes = Stream.of(method.getParameterTypes()).anyMatch(ArrayMethods::isArray);
    return takes || (method instanceof Method m && isOfPrimitives(m.getReturnType()));
  }

  private static boolean isArray(Class<?> type) {
    return isOfPrimitives(type) || type == Object[].class;
  }

  private static boolean isOfPrimitives(Class<?> type) {
    return type.isArray()
        && (type.getComponentType().isPrimitive() || isOfPrimitives(type.getComponentType()));
  }

  /** The public classes of the exported packages. */
  private static List<Class<?>> types() {
    Module base = Object.class.getModule();
    FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
    try (Stream<Path> files = Files.walk(image.getPath("modules", "java.base", "java"));
        Stream<Path> more = Files.walk(image.getPath("modules", "java.base", "javax"))) {
      List<Class<?>> types = new ArrayList<>();
      for (Path file : Stream.concat(files, more).toList()) {
        String name = file.subpath(Math.min(2, file.getNameCount() - 1), file.getNameCount()) + "";
        if (name.endsWith(".class") && !name.endsWith("-info.class")) {
          Class<?> type = Class.forName(name.replace(".class", "").replace('/', '.'), false, null);
          if (isPublic(type) && !isPreview(file) && base.isExported(type.getPackageName())) {
            types.add(type);
          }
        }
      }
      return types;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether javac does not let programs use a class or one of its enclosing classes. */
  private static boolean isPreview(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
        .contains("Ljdk/internal/javac/PreviewFeature;");
  }

  private static boolean isPublic(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getDeclaringClass() == null || isPublic(type.getDeclaringClass()));
  }
}
