package dev.slipstream.compiler.guard.platform;

import java.util.Optional;
import java.util.Set;

/**
 * Methods of the JDK that make code without guards at run time, which may use any array: method
 * handles, hidden classes, objects that call a method. Direct calls of these methods are recognised
 * at the call. Calls by reflection, by method handles and by method references are recognised where
 * the program names the method. Thread-safe.
 */
public final class UnguardedCode {
  /** The package of all methods that make such code. */
  public static final String PACKAGE = "java/lang/invoke/";

  /**
   * Methods that make a method handle which uses elements of an array that it is given, or bound
   * to.
   */
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
          // These combine handles. One handle may pass an array to another, which may call a method
          // of the JDK.
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

  /**
   * Methods that make an object through which a method handle is called. The handle may refer to a
   * method of the JDK.
   */
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
   * A description of the code that a method makes, for the report to the dispatcher before the
   * call; empty if the method makes no such code.
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
   * As {@link #madeBy}, for a method that is called by reflection, a handle or a reference. A
   * method that itself names others, such as {@code Method.invoke}, counts as well, because the
   * names it gets cannot be seen.
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
