package dev.slipstream.compiler.guard.platform;

import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import org.objectweb.asm.Type;

/**
 * The behaviour of methods of the JDK and of TornadoVM's API: how they use the arrays that they are
 * given, and where the arrays that they return come from. A method that is not in the table is
 * assumed to keep what it is given, and to go on using what it returns.
 */
public final class PlatformCalls {
  /** TornadoVM's API: no part of the JDK, but without guards as well. */
  private static final String TORNADO = "uk/ac/manchester/tornado/api/";

  /** Packages below this one are always the JDK's: class loaders define no others. */
  private static final String JAVA = "java/";

  private static final Set<String> PACKAGES = packagesOfTheJdk();

  /**
   * Methods with these names treat an array as any other object, if the table has no entry for
   * their class.
   */
  private static final Set<String> LOOKING_AT_IDENTITY = Set.of("equals", "compareTo", "compare");

  private static final Use READS_IDENTITY = new Use("N", false, Returned.HARMLESS);

  /** The name in the table for all methods of a class that are not listed. */
  private static final String ALL = "*";

  private final Map<String, Map<String, Use>> uses = new HashMap<>();
  private final List<Map.Entry<String, Use>> packages = new ArrayList<>();

  /**
   * Classes that convert their arguments to text. They access no elements of arrays that are passed
   * as objects.
   */
  private static final Set<String> MAKING_TEXTS =
      Set.of(
          "java/lang/String",
          "java/lang/StringBuilder",
          "java/lang/StringBuffer",
          "java/io/PrintStream",
          "java/io/PrintWriter");

  /** The origin of the array that a method returns. */
  public enum Returned {
    /** It is new, and no other code has a reference to it. */
    FRESH,
    /** The program itself made the array, or no array is returned. */
    HARMLESS,
    /** The JDK may still use it. */
    IN_USE
  }

  /**
   * The behaviour of a method.
   *
   * @param letters for each parameter that may be an array the letter of the table; the last letter
   *     is for all further parameters
   * @param writesBeforeItThrows whether elements may have changed when it throws
   */
  public record Use(String letters, boolean writesBeforeItThrows, Returned returned) {
    /** The behaviour that is assumed of a method that is not in the table. */
    public static final Use UNKNOWN = new Use("K", false, Returned.IN_USE);

    /** Whether a call needs no guard, whatever it passes and returns. */
    public boolean isHarmless() {
      return letters.equals("N") && returned != Returned.IN_USE;
    }

    /**
     * The use of the argument for a parameter.
     *
     * @param parameter its number among those that may be arrays
     */
    public CalleeUse of(int parameter) {
      return CalleeUse.of(letters.charAt(Math.min(parameter, letters.length() - 1)));
    }
  }

  /**
   * Reads the table. Uses no regular expressions, because the start of every program waits for it.
   */
  public PlatformCalls() {
    for (String line : PlatformTable.TEXT.split("\n")) {
      StringTokenizer parts = new StringTokenizer(line);
      if (parts.countTokens() == 3) {
        String[] owners = parts.nextToken().split(",");
        String[] names = parts.nextToken().split(",");
        Use use = parse(parts.nextToken());
        for (String owner : owners) {
          put(owner, names, use);
        }
      }
    }
  }

  private void put(String owner, String[] names, Use use) {
    if (owner.endsWith("/*")) {
      packages.add(Map.entry(owner.substring(0, owner.length() - 1), use));
      return;
    }
    Map<String, Use> ofOwner = uses.computeIfAbsent(owner, key -> new HashMap<>());
    for (String name : names) {
      ofOwner.put(name, use);
    }
  }

  private static Use parse(String text) {
    Returned returned =
        text.endsWith("=F")
            ? Returned.FRESH
            : text.endsWith("=C") ? Returned.HARMLESS : Returned.IN_USE;
    int end = text.indexOf('=');
    String letters = (end < 0 ? text : text.substring(0, end)).replace("!", "");
    return new Use(letters.isEmpty() ? "N" : letters, text.contains("!"), returned);
  }

  /**
   * Whether a method uses elements of primitive arrays that it receives through a parameter. A
   * method that does not follow references accesses no elements of an array of references. It
   * accesses none of an object either if it only converts it to text: {@code
   * StringBuilder.append(Object)}.
   *
   * @param use the table's entry
   */
  public static boolean usesElements(String owner, Type parameter, CalleeUse use) {
    if (use == CalleeUse.NOTHING || use.followsReferences()) {
      return use != CalleeUse.NOTHING;
    }
    return parameter.getSort() == Type.ARRAY
        ? parameter.getDescriptor().length() == 2
        : !MAKING_TEXTS.contains(owner);
  }

  /**
   * Whether a class belongs to the JDK or to TornadoVM's API. A class belongs to the JDK if one of
   * the JDK's modules contains its package. The package's name alone would not do: class paths hold
   * packages like {@code javax.inject}, {@code com.sun.jna} and {@code org.graalvm.polyglot}.
   */
  public static boolean isPlatform(String internalName) {
    return internalName.startsWith(JAVA)
        || internalName.startsWith(TORNADO)
        || PACKAGES.contains(internalName.substring(0, Math.max(0, internalName.lastIndexOf('/'))));
  }

  private static Set<String> packagesOfTheJdk() {
    Set<String> packages = new HashSet<>();
    for (ModuleReference module : ModuleFinder.ofSystem().findAll()) {
      String name = module.descriptor().name();
      // A run-time image may hold modules of programs, too.
      if (name.startsWith("java.") || name.startsWith("jdk.")) {
        for (String of : module.descriptor().packages()) {
          packages.add(of.replace('.', '/'));
        }
      }
    }
    return packages;
  }

  /** The known behaviour of a method; empty if the method is unknown. */
  public Optional<Use> find(String owner, String name) {
    Map<String, Use> ofOwner = uses.getOrDefault(owner, Map.of());
    Use use = ofOwner.get(name);
    if (use == null) {
      use = ofOwner.get(ALL);
    }
    if (use == null && LOOKING_AT_IDENTITY.contains(name)) {
      use = READS_IDENTITY;
    }
    if (use != null) {
      return Optional.of(use);
    }
    for (Map.Entry<String, Use> entry : packages) {
      if (owner.startsWith(entry.getKey())) {
        return Optional.of(entry.getValue());
      }
    }
    return Optional.empty();
  }
}
