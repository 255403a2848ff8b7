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
 * What methods of the JDK, and of TornadoVM's API, do with the arrays that they are given, and
 * where those come from that they return. What is not in the table keeps what it is given, and what
 * it returns may be in use.
 */
public final class PlatformCalls {
  /** Not of the JDK, but without guards of its own like it. */
  private static final String TORNADO = "uk/ac/manchester/tornado/api/";

  /** Of these nobody else has packages: class loaders see to that. */
  private static final String JAVA = "java/";

  private static final Set<String> PACKAGES = packagesOfTheJdk();

  /** To these of a class that is not named an array is an object like others. */
  private static final Set<String> LOOKING_AT_IDENTITY = Set.of("equals", "compareTo", "compare");

  private static final Use LOOKS_AT_IDENTITY = new Use("N", false, Returned.HARMLESS);

  /** The name that stands for all methods which are not named. */
  private static final String ALL = "*";

  private final Map<String, Map<String, Use>> uses = new HashMap<>();
  private final List<Map.Entry<String, Use>> packages = new ArrayList<>();

  /** They make texts of what they are given; of arrays given as objects they look at no element. */
  private static final Set<String> MAKING_TEXTS =
      Set.of(
          "java/lang/String",
          "java/lang/StringBuilder",
          "java/lang/StringBuffer",
          "java/io/PrintStream",
          "java/io/PrintWriter");

  /** What becomes of the array that a method returns. */
  public enum Returned {
    /** It is new, and nobody else has it. */
    FRESH,
    /** It is an array that the program itself made, or none. */
    HARMLESS,
    /** The JDK may still use it. */
    IN_USE
  }

  /**
   * What a method does.
   *
   * @param letters for each parameter that may be an array the letter of the table; the last one is
   *     for all that follow
   * @param writesBeforeItThrows whether elements may have changed when it throws
   */
  public record Use(String letters, boolean writesBeforeItThrows, Returned returned) {
    /** That of a method that is not in the table. */
    public static final Use UNKNOWN = new Use("K", false, Returned.IN_USE);

    /** Whether a call needs nothing, whatever it passes and returns. */
    public boolean isHarmless() {
      return letters.equals("N") && returned != Returned.IN_USE;
    }

    /**
     * What it does with what is passed for a parameter.
     *
     * @param parameter its number among those that may be arrays
     */
    public CalleeUse of(int parameter) {
      return CalleeUse.of(letters.charAt(Math.min(parameter, letters.length() - 1)));
    }
  }

  /** Reads the table, without regular expressions: every program waits for it. */
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
   * Whether a method uses elements of primitive arrays that it is given by a parameter. Where it
   * does not look inside of what it is given, it finds none in an array of references, nor in an
   * object of which it only makes a text: {@code StringBuilder.append(Object)}.
   *
   * @param use what the table says
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
   * Whether a class belongs to the JDK, or to TornadoVM's API: whether its package is one of a
   * module of the JDK, whatever it is called. Class paths hold packages like {@code javax.inject},
   * {@code com.sun.jna} and {@code org.graalvm.polyglot}.
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
      // An image may hold modules of programs, too.
      if (name.startsWith("java.") || name.startsWith("jdk.")) {
        for (String of : module.descriptor().packages()) {
          packages.add(of.replace('.', '/'));
        }
      }
    }
    return packages;
  }

  /** What a method is known to do; empty if nothing is known. */
  public Optional<Use> find(String owner, String name) {
    Map<String, Use> ofOwner = uses.getOrDefault(owner, Map.of());
    Use use = ofOwner.get(name);
    if (use == null) {
      use = ofOwner.get(ALL);
    }
    if (use == null && LOOKING_AT_IDENTITY.contains(name)) {
      use = LOOKS_AT_IDENTITY;
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
