package dev.slipstream.agent.calls;

import dev.slipstream.agent.calls.ArrayMethods.Named;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The program that makes all calls, as Java source.
 *
 * @param sources the sources, one class each
 * @param calls the calls by number
 * @param unmade the methods for which no arguments were found
 */
record CallProgram(List<String> sources, List<String> calls, List<Named> unmade) {
  private static final int OF_A_CLASS = 200;
  private static final List<String> MEANWHILE = List.of("NOTHING", "CALLED", "WAITING");

  /**
   * Creates a program for some methods.
   *
   * @param variants the number of calls of each method
   */
  static CallProgram of(List<Named> methods, int variants) {
    List<String> calls = new ArrayList<>();
    List<Named> unmade = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    List<String> meanwhile = new ArrayList<>();
    int number = 0;
    for (Named named : methods) {
      number++;
      boolean isMade = false;
      for (int variant = 0; variant < variants; variant++) {
        int which = number + variant;
        Optional<String> text = body(named, which);
        if (text.isPresent()) {
          isMade = true;
          texts.add(text.get());
          // Several threads of the JDK would call the program simultaneously.
          boolean alone = named.method().getName().startsWith("parallel");
          meanwhile.add(which + ", Trial.While." + MEANWHILE.get(alone ? 0 : which % 3));
          calls.add(named + " with " + MEANWHILE.get(alone ? 0 : which % 3) + ": " + text.get());
        }
      }
      if (!isMade) {
        unmade.add(named);
      }
    }
    List<String> sources = new ArrayList<>();
    StringBuilder main =
        new StringBuilder(
            "public class AllCalls {\n  public static void main(String[] a) throws Throwable {\n");
    for (int from = 0; from < texts.size(); from += OF_A_CLASS) {
      int to = Math.min(texts.size(), from + OF_A_CLASS);
      sources.add(
          source("Calls" + from, texts.subList(from, to), meanwhile.subList(from, to), from));
      main.append("    Calls").append(from).append(".run();\n");
    }
    sources.add(main.append("    System.out.println(\"end\");\n  }\n}\n").toString());
    return new CallProgram(sources, calls, unmade);
  }

  private static String source(String name, List<String> texts, List<String> meanwhile, int from) {
    StringBuilder source =
        new StringBuilder("@SuppressWarnings(\"all\")\nfinal class " + name + " {\n");
    StringBuilder run = new StringBuilder("  static void run() throws Throwable {\n");
    for (int k = 0; k < texts.size(); k++) {
      int number = from + k;
      source.append(
          "  static Object call%d(Trial t) throws Throwable { %s }\n"
              .formatted(number, texts.get(k)));
      run.append(
          "    System.out.println(\"%d \" + Trial.run(%s::call%d, %s));\n"
              .formatted(number, name, number, meanwhile.get(k)));
    }
    return source.append(run).append("  }\n}\n").toString();
  }

  private static Optional<String> body(Named named, int variant) {
    ArgumentText arguments = new ArgumentText(variant);
    if (named.method() instanceof Constructor<?> || named.isStatic()) {
      return arguments
          .call(named.method(), named.owner(), "", 0)
          .map(call -> returning("", call, named));
    }
    String owner = named.owner().getCanonicalName();
    Optional<String> receiver = arguments.of(named.owner());
    if (receiver.isEmpty()) {
      return Optional.empty();
    }
    return arguments
        .call(named.method(), named.owner(), "r", 0)
        .map(
            call ->
                owner
                    + " r = ("
                    + owner
                    + ") ("
                    + receiver.get()
                    + "); "
                    + returning("r, ", call, named));
  }

  private static String returning(String receiver, String call, Named named) {
    boolean isVoid = named.method() instanceof Method m && m.getReturnType() == void.class;
    return isVoid
        ? call + "; return new Object[] {" + receiver + "null};"
        : "Object v = " + call + "; return new Object[] {" + receiver + "v};";
  }
}
