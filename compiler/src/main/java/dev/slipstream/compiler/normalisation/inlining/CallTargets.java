package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Finds the methods that the calls of an iteration reach. */
final class CallTargets {
  private static final int FIRST_WITH_CLASS_CONSTANTS = 49;

  private static final String FUNCTIONS = "java/util/function/";

  private final ClassFiles files;
  private final Surroundings surroundings;
  private final Map<Receivers.Source, String> guesses = new HashMap<>();
  private final IdentityHashMap<AbstractInsnNode, Receivers.Source> lasting =
      new IdentityHashMap<>();
  private final InsnList instructions;
  private final Map<AbstractInsnNode, Lambda> made;

  /**
   * @param surroundings the facts about the loop's local variables
   * @param instructions the iteration in its present form, with the code that was inlined before
   * @param made the lambdas of the iteration, by the instructions that replace them
   */
  CallTargets(
      ClassFiles files,
      Surroundings surroundings,
      InsnList instructions,
      Map<AbstractInsnNode, Lambda> made) {
    this.files = files;
    this.surroundings = surroundings;
    this.instructions = instructions;
    this.made = made;
  }

  /** The target of a call. */
  sealed interface Target {
    /**
     * A method.
     *
     * @param guard the internal name of the class that the receiver must have; empty if the target
     *     is certain
     * @param isLambda whether it is called on a lambda of the iteration
     */
    record Method(ClassFiles.Declared<MethodNode> method, Optional<String> guard, boolean isLambda)
        implements Target {}

    /**
     * A lambda.
     *
     * @param isMade whether the iteration creates it
     */
    record Function(Lambda lambda, boolean isMade) implements Target {}

    /** A target that is not known yet, and not needed yet. */
    record Later() implements Target {}
  }

  /**
   * The target of a call.
   *
   * @param last whether nothing more will be inlined before this call, so that a guess must do
   * @return empty if the target cannot be determined yet
   * @throws RefusalException if the target cannot be inlined
   */
  Optional<Target> find(MethodInsnNode call, int line, int locals, int stack, boolean last)
      throws RefusalException {
    Optional<ClassFiles.Declared<MethodNode>> filling = Fills.of(call);
    if (filling.isPresent()) {
      return Optional.of(certain(filling.get()));
    }
    Optional<ClassFiles.Declared<MethodNode>> copying = copying(call, locals, stack);
    if (copying.isPresent()) {
      return Optional.of(certain(copying.get()));
    }
    boolean ofJdk = call.owner.startsWith("java/") || call.owner.startsWith("javax/");
    boolean known = !ofJdk || ThrowingMethods.isOne(call) || isOfFunctions(call);
    if (!known && call.getOpcode() != Opcodes.INVOKEINTERFACE) {
      throw ofJdk(call, line);
    }
    if (known) {
      ClassFiles.Declared<MethodNode> declared = resolve(call.owner, call, line);
      if (ClassFiles.isOnlyTarget(declared, call.getOpcode())) {
        requireInlinable(call, declared, line);
        return Optional.of(certain(declared));
      }
    }
    Receivers.Source source = source(call, locals, stack);
    if (source instanceof Receivers.Source.Made object) {
      return Optional.of(certain(overriding(object.className(), call, line)));
    }
    Optional<Target> function = function(source, call, line);
    if (function.isPresent()) {
      return function;
    }
    if (ofJdk && !call.owner.startsWith(FUNCTIONS)) {
      throw unknown(call, line, ofJdk);
    }
    Optional<Value> path = surroundings.path(files, source);
    KnownObjects objects = surroundings.objects();
    if (path.isPresent() && objects.stage() == KnownObjects.Stage.REACHED) {
      return Optional.of(reached(path.get(), call, line));
    }
    boolean isOpen = path.isPresent() && StandIn.isPossible(call.desc);
    if (isOpen && objects.stage() == KnownObjects.Stage.SHAPING) {
      return Optional.of(new Target.Later());
    }
    if (!last) {
      return Optional.empty();
    }
    Optional<String> seen = guess(source, call);
    if (seen.isEmpty()) {
      RefusalException refusal = unknown(call, line, ofJdk);
      throw isOpen ? new UnknownObject(refusal, path) : refusal;
    }
    String guess = seen.get();
    if (!(source instanceof Receivers.Source.Unknown)) {
      guesses.put(source, guess);
    }
    return Optional.of(
        new Target.Method(
            overriding(guess, call, line), Optional.of(guess), /* isLambda= */ false));
  }

  /**
   * The origin of the object on which a method is called. What is certain stays so when code is
   * inlined, so that not every call needs another analysis of all the code.
   */
  private Receivers.Source source(MethodInsnNode call, int locals, int stack) {
    Receivers.Source known = lasting.get(call);
    if (known == null) {
      Receivers receivers = Receivers.in(instructions, locals, stack, made.keySet());
      lasting.putAll(receivers.lasting());
      known = receivers.of(call);
    }
    return known;
  }

  /**
   * The loops that replace a call of {@code System.arraycopy}; the call's descriptor then names the
   * arrays' type.
   */
  private Optional<ClassFiles.Declared<MethodNode>> copying(
      MethodInsnNode call, int locals, int stack) {
    if (Copies.isCopy(call)) {
      ArrayTypes types = ArrayTypes.in(instructions, locals, stack, surroundings::arrayType);
      Optional<Type> source = types.below(call, /* above= */ 4);
      if (source.isPresent()
          && source.equals(types.below(call, /* above= */ 2))
          && source.get().getDescriptor().length() == 2) {
        call.desc = Copies.descriptor(source.get());
      }
    }
    return Copies.of(call);
  }

  /** The method that runs on the object that exists when the loop is reached. */
  private Target reached(Value path, MethodInsnNode call, int line) throws RefusalException {
    String name = surroundings.objects().classes().get(path);
    if (name == null) {
      throw new UnknownObject(unknown(call, line, /* ofJdk= */ false), Optional.of(path));
    }
    return new Target.Method(
        overriding(name, call, line), Optional.of(name), /* isLambda= */ false);
  }

  /** Whether a method of the JDK's functional interfaces can be inlined. */
  private boolean isOfFunctions(MethodInsnNode call) {
    return call.owner.startsWith(FUNCTIONS)
        && files.method(call.owner, call.name, call.desc).isPresent();
  }

  private static Target certain(ClassFiles.Declared<MethodNode> method) {
    return new Target.Method(method, Optional.empty(), /* isLambda= */ false);
  }

  private static RefusalException unknown(MethodInsnNode call, int line, boolean ofJdk) {
    if (ofJdk && !call.owner.startsWith(FUNCTIONS)) {
      return ofJdk(call, line);
    }
    return call.getOpcode() == Opcodes.INVOKEINTERFACE
        ? refuse(
            call,
            line,
            RefusalKind.OVERRIDDEN_METHODS,
            "which runs code of a class that is not known",
            "Take the object from a variable that stays the same in the loop, or write the"
                + " computation out.")
        : refuse(
            call,
            line,
            RefusalKind.OVERRIDDEN_METHODS,
            "which a subclass may override",
            "Make the method private, static or final.");
  }

  /** The lambda that a call runs, or the default method of its interface. */
  private Optional<Target> function(Receivers.Source source, MethodInsnNode call, int line)
      throws RefusalException {
    Optional<Lambda> lambda = Optional.empty();
    boolean isMade = false;
    if (source instanceof Receivers.Source.Function function) {
      lambda = Optional.ofNullable(made.get(function.creation()));
      isMade = true;
    } else if (source instanceof Receivers.Source.Local local) {
      lambda = surroundings.lambda(local.slot());
    } else if (source instanceof Receivers.Source.Field field) {
      lambda = FieldContents.lambda(files, field);
    }
    if (lambda.isEmpty()) {
      return Optional.empty();
    }
    if (lambda.get().isRunBy(call)) {
      return Optional.of(new Target.Function(lambda.get(), isMade));
    }
    if (lambda.get().type().startsWith("java/")) {
      throw ofJdk(call, line);
    }
    ClassFiles.Declared<MethodNode> method = resolve(lambda.get().type(), call, line);
    requireInlinable(call, method, line);
    return Optional.of(new Target.Method(method, Optional.empty(), isMade));
  }

  /** The assumed class of an object. The call site checks it. */
  private Optional<String> guess(Receivers.Source source, MethodInsnNode call) {
    if ((files.self().version & 0xFFFF) < FIRST_WITH_CLASS_CONSTANTS) {
      return Optional.empty();
    }
    Optional<String> seen = Optional.ofNullable(guesses.get(source));
    if (seen.isPresent()) {
      return seen;
    }
    if (source instanceof Receivers.Source.Local local) {
      seen = surroundings.made(local.slot());
    } else if (source instanceof Receivers.Source.Field field) {
      seen = FieldContents.made(files, field);
    }
    Optional<String> guess = seen.filter(this::hasObjects);
    if (guess.isPresent()) {
      return guess;
    }
    Optional<String> permitted = onlyPermitted(call.owner);
    return permitted.isPresent() ? permitted : onlyImplementation(call.owner);
  }

  /**
   * The only class for objects of a type among those that the loop's class declares or creates, and
   * those that are declared in the type.
   */
  private Optional<String> onlyImplementation(String type) {
    Set<String> names = new LinkedHashSet<>();
    ClassNode self = files.self();
    self.innerClasses.forEach(inner -> names.add(inner.name));
    files.find(type).ifPresent(node -> node.innerClasses.forEach(inner -> names.add(inner.name)));
    for (MethodNode method : self.methods) {
      for (AbstractInsnNode node : method.instructions) {
        if (node.getOpcode() == Opcodes.NEW) {
          names.add(((TypeInsnNode) node).desc);
        }
      }
    }
    names.removeIf(name -> !files.isSubtype(name, type).orElse(false) || !hasObjects(name));
    return names.size() == 1 ? Optional.of(names.iterator().next()) : Optional.empty();
  }

  /** The class itself, or the only one that a sealed class or interface permits. */
  private Optional<String> onlyPermitted(String owner) {
    String name = owner;
    while (!hasObjects(name)) {
      List<String> permitted =
          files.find(name).map(node -> node.permittedSubclasses).orElse(List.of());
      if (permitted == null || permitted.size() != 1) {
        return Optional.empty();
      }
      name = permitted.get(0);
    }
    return Optional.of(name);
  }

  private boolean hasObjects(String name) {
    return files
        .find(name)
        .filter(node -> !name.startsWith("java/"))
        .filter(
            node ->
                !ClassFiles.has(node.access, Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)
                    && files.mayName(node))
        .isPresent();
  }

  /** The method that runs for a call on an object of exactly one class. */
  private ClassFiles.Declared<MethodNode> overriding(
      String className, MethodInsnNode call, int line) throws RefusalException {
    ClassFiles.Declared<MethodNode> target = resolve(className, call, line);
    if (ClassFiles.has(target.member().access, Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) {
      throw refuse(
          call,
          line,
          RefusalKind.CALLS,
          "which a private or static method of a subclass hides",
          "Rename one of the two methods.");
    }
    requireInlinable(call, target, line);
    return target;
  }

  private ClassFiles.Declared<MethodNode> resolve(String owner, MethodInsnNode call, int line)
      throws RefusalException {
    String name = owner.replace('/', '.') + "." + call.name;
    return files
        .method(owner, call.name, call.desc)
        .orElseThrow(
            () ->
                refuse(
                    call,
                    line,
                    RefusalKind.CALLS,
                    "which could not be found",
                    "Check that " + name + " is on the class path."));
  }

  private void requireInlinable(
      MethodInsnNode call, ClassFiles.Declared<MethodNode> target, int line)
      throws RefusalException {
    MethodNode method = target.member();
    if (ClassFiles.has(method.access, Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) {
      throw refuse(
          call,
          line,
          RefusalKind.CALLS,
          "which is native or abstract and has no Java code to run",
          "Call it outside the loop.");
    }
    if (ClassFiles.has(method.access, Opcodes.ACC_SYNCHRONIZED)) {
      throw refuse(
          call,
          line,
          RefusalKind.LOCKS,
          "which takes a lock (synchronized)",
          "Remove synchronized, or call it outside the loop.");
    }
    if (!method.tryCatchBlocks.isEmpty() || ControlFlow.usesSubroutines(method)) {
      throw refuse(
          call,
          line,
          RefusalKind.CATCH,
          "which catches exceptions",
          "Test with if what would be caught, or call it outside the loop.");
    }
    boolean initialises = call.getOpcode() == Opcodes.INVOKESTATIC || method.name.equals("<init>");
    if (initialises && !files.isInitialised(target.owner().name)) {
      throw refuse(
          call,
          line,
          RefusalKind.STATIC_INITIALISERS,
          "which belongs to a class whose static initialiser may not have run",
          "Move the method to a class without static fields that are computed.");
    }
  }

  private static RefusalException ofJdk(MethodInsnNode call, int line) {
    return refuse(
        call, line, RefusalKind.CALLS, "which cannot run on a device", LibraryAdvice.of(call));
  }

  /** A refusal that names the call. */
  static RefusalException refuse(
      MethodInsnNode call, int line, RefusalKind kind, String why, String advice) {
    String simple = call.owner.substring(call.owner.lastIndexOf('/') + 1).replace('$', '.');
    return new RefusalException(
        line, kind, "calls " + simple + "." + call.name + ", " + why, advice);
  }
}
