package dev.slipstream.compiler.normalisation.inlining;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;

/** What to write instead of a call of the JDK that no device can run. */
final class LibraryAdvice {
  private static final String ANY = "Move the call out of the loop, or write the computation out.";

  private static final Set<String> CLOCKS = Set.of("nanoTime", "currentTimeMillis");
  private static final Set<String> BOXES =
      Set.of("Integer", "Long", "Short", "Byte", "Character", "Boolean", "Float", "Double");
  private static final Set<String> TEXTS =
      Set.of("String", "StringBuilder", "StringBuffer", "CharSequence");
  private static final Set<String> RANDOM =
      Set.of(
          "java/util/Random",
          "java/util/SplittableRandom",
          "java/util/concurrent/ThreadLocalRandom",
          "java/security/SecureRandom");
  private static final Set<String> COLLECTIONS =
      Set.of("List", "Map", "Set", "Collection", "Queue", "Deque", "Stack", "Vector", "Iterator");

  private static final List<String> OUTPUT =
      List.of("java/io/Print", "java/util/logging/", "java/lang/System$Logger");

  private LibraryAdvice() {}

  /** One sentence, or two. */
  static String of(MethodInsnNode call) {
    String owner = call.owner;
    String simple = owner.substring(owner.lastIndexOf('/') + 1);
    if (owner.equals("java/lang/System") && CLOCKS.contains(call.name)) {
      return "Read the clock before and after the loop; devices have none.";
    }
    if (OUTPUT.stream().anyMatch(owner::startsWith)) {
      return "Store what is to be shown in an array, and print it after the loop.";
    }
    if (RANDOM.contains(owner) || (isMath(owner) && call.name.equals("random"))) {
      return "Compute a random number from the counter of the loop.";
    }
    boolean boxes = call.name.equals("valueOf") || call.name.endsWith("Value");
    if (owner.startsWith("java/lang/") && BOXES.contains(simple) && boxes) {
      return "Use numbers of a primitive type, such as int, instead of " + simple + ".";
    }
    if (owner.startsWith("java/lang/") && TEXTS.contains(simple)) {
      return "Copy the text into a char[] before the loop, or make it after the loop.";
    }
    if (owner.startsWith("java/util/") && isCollection(simple)) {
      return "Copy the elements into an array before the loop.";
    }
    return ANY;
  }

  private static boolean isMath(String owner) {
    return owner.equals("java/lang/Math") || owner.equals("java/lang/StrictMath");
  }

  private static boolean isCollection(String simple) {
    return COLLECTIONS.stream().anyMatch(simple::endsWith);
  }
}
