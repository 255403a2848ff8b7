package dev.slipstream.compiler.guard;

import java.util.Set;

/** What descriptors say of arrays, without taking them to pieces. */
final class Descriptors {
  /** Through these an unknown method of the JDK may reach arrays as well. */
  private static final Set<String> CONTAINERS =
      Set.of(
          "java/lang/Iterable",
          "java/util/Collection",
          "java/util/List",
          "java/util/Set",
          "java/util/Map",
          "java/util/Queue",
          "java/util/Iterator",
          "java/util/Enumeration");

  private static final String PACKAGES = "Ljava/";

  private Descriptors() {}

  /** Whether arrays can be reached through an object of a class. */
  static boolean isContainer(String internalName) {
    return CONTAINERS.contains(internalName);
  }

  /** Whether a class may be that of an array. */
  static boolean isAnything(String internalName) {
    return switch (internalName) {
      case "java/lang/Object", "java/lang/Cloneable", "java/io/Serializable" -> true;
      default -> false;
    };
  }

  /** Whether arrays may be passed to or returned by a method. */
  static boolean reachesArrays(String descriptor) {
    boolean isParameter = true;
    int at = 1;
    while (at < descriptor.length()) {
      switch (descriptor.charAt(at)) {
        case ')' -> {
          isParameter = false;
          at++;
        }
        case 'L', '[' -> {
          int end = end(descriptor, at);
          if (mayBeArray(descriptor, at, end)
              || (isParameter && isContainer(descriptor, at, end))) {
            return true;
          }
          at = end;
        }
        default -> at++;
      }
    }
    return false;
  }

  /** Whether a method may return an array. */
  static boolean mayReturnArray(String descriptor) {
    int result = descriptor.indexOf(')') + 1;
    char kind = descriptor.charAt(result);
    return (kind == '[' || kind == 'L') && mayBeArray(descriptor, result, descriptor.length());
  }

  /** Whether arrays may be passed to a method as such, not as objects. */
  static boolean takesArrays(String descriptor) {
    int last = descriptor.indexOf(')');
    int array = descriptor.indexOf('[');
    return array >= 0 && array < last;
  }

  /** Whether a field holds primitive arrays, or arrays that may hold some. */
  static boolean isArray(String descriptor) {
    return descriptor.charAt(0) == '[' && mayBeArray(descriptor, 0, descriptor.length());
  }

  private static int end(String descriptor, int start) {
    int at = start;
    while (descriptor.charAt(at) == '[') {
      at++;
    }
    return descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) + 1 : at + 1;
  }

  private static boolean mayBeArray(String descriptor, int start, int end) {
    int element = start;
    while (descriptor.charAt(element) == '[') {
      element++;
    }
    return descriptor.charAt(element) == 'L'
        ? descriptor.startsWith(PACKAGES, element)
            && isAnything(descriptor.substring(element + 1, end - 1))
        : element > start;
  }

  private static boolean isContainer(String descriptor, int start, int end) {
    return descriptor.startsWith(PACKAGES, start)
        && CONTAINERS.contains(descriptor.substring(start + 1, end - 1));
  }
}
