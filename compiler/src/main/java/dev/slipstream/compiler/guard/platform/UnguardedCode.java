package dev.slipstream.compiler.guard.platform;

import java.util.Optional;
import java.util.Set;

/**
 * Code without guards that methods of the JDK make at run time, and that may use any array: method
 * handles, hidden classes, objects that call a method. Calls of those methods are seen where they
 * stand in the program; those by reflection, by method handles and by references, where the method
 * is named. Thread-safe.
 */
public final class UnguardedCode {
  /** The package of all methods that make such code. */
  public static final String PACKAGE = "java/lang/invoke/";

  /** What makes a method handle that uses elements of an array that it is given, or bound to. */
  private static final Set<String> OF_HANDLES =
      Set.of(
          "java/lang/invoke/MethodHandles.arrayElementGetter",
          "java/lang/invoke/MethodHandles.arrayElementSetter",
          "java/lang/invoke/MethodHandles.varHandleInvoker",
          "java/lang/invoke/MethodHandles.varHandleExactInvoker",
          "java/lang/invoke/MethodHandles.filterValue",
          "java/lang/invoke/MethodHandles.filterCoordinates",
          "java/lang/invoke/MethodHandles.insertCoordinates",
          "java/lang/invoke/MethodHandles.permuteCoordinates",
          "java/lang/invoke/MethodHandles.collectCoordinates",
          "java/lang/invoke/MethodHandles.dropCoordinates",
          "java/lang/invoke/VarHandle.toMethodHandle",
          // In these one handle gives an array to another, which may be of a method of the JDK.
          "java/lang/invoke/MethodHandles.filterReturnValue",
          "java/lang/invoke/MethodHandles.filterArguments",
          "java/lang/invoke/MethodHandles.collectArguments",
          "java/lang/invoke/MethodHandles.foldArguments",
          "java/lang/invoke/MethodHandles.tryFinally",
          "java/lang/invoke/MethodHandles.loop",
          "java/lang/invoke/MethodHandles.whileLoop",
          "java/lang/invoke/MethodHandles.doWhileLoop",
          "java/lang/invoke/MethodHandles.countedLoop",
          "java/lang/invoke/MethodHandles.iteratedLoop");

  /** What makes an object by which a method handle is called, maybe one of a method of the JDK. */
  private static final Set<String> OF_CALLERS =
      Set.of(
          "java/lang/invoke/LambdaMetafactory.metafactory",
          "java/lang/invoke/LambdaMetafactory.altMetafactory",
          "java/lang/invoke/MethodHandleProxies.asInterfaceInstance");

  private static final Set<String> OF_HIDDEN_CLASSES =
      Set.of(
          "java/lang/invoke/MethodHandles$Lookup.defineHiddenClass",
          "java/lang/invoke/MethodHandles$Lookup.defineHiddenClassWithClassData");

  private UnguardedCode() {}

  /**
   * What a method makes, as the reason for which the dispatcher is told before it is called; empty
   * if it makes no such code.
   *
   * @param owner the internal name of its class
   */
  public static Optional<String> madeBy(String owner, String name) {
    if (!owner.startsWith(PACKAGE)) {
      return Optional.empty();
    }
    String method = owner + "." + name;
    if (OF_HANDLES.contains(method)) {
      return Optional.of("a method handle made by " + name + " may use elements of arrays");
    }
    if (OF_CALLERS.contains(method)) {
      return Optional.of("what " + name + " makes may pass arrays to methods of the JDK");
    }
    return OF_HIDDEN_CLASSES.contains(method)
        ? Optional.of("a hidden class made by " + name + " cannot be given guards")
        : Optional.empty();
  }

  /**
   * The same of a method that is named to be called out of sight. One by which others are named
   * counts then, too: which these are is not seen.
   *
   * @param owner the internal name of its class
   */
  public static Optional<String> madeByNamed(String owner, String name) {
    return madeBy(owner, name)
        .or(
            () ->
                NamedMethod.by(owner, name)
                    .map(any -> "methods that " + name + " names may make code without guards"));
  }
}
