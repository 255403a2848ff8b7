package dev.slipstream.compiler.inlining;

import dev.slipstream.compiler.Refusal;
import dev.slipstream.compiler.flow.ControlFlow;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds the methods that the calls of an iteration reach. */
final class CallTargets {
  private static final int FIRST_WITH_CLASS_CONSTANTS = 49;

  private final ClassFiles files;
  private final InsnList instructions;

  /**
   * @param instructions the iteration, as far as it is inlined
   */
  CallTargets(ClassFiles files, InsnList instructions) {
    this.files = files;
    this.instructions = instructions;
  }

  /**
   * What a call reaches.
   *
   * @param guard the internal name of the class of which the object has to be for that; empty if it
   *     is for sure
   */
  record Target(ClassFiles.Declared<MethodNode> method, Optional<String> guard) {}

  /**
   * The method that a call reaches.
   *
   * @param last whether nothing more will be inlined before; a guess has to do then
   * @return empty if it cannot be said yet
   * @throws Refusal if it cannot be inlined
   */
  Optional<Target> find(MethodInsnNode call, int line, int locals, int stack, boolean last)
      throws Refusal {
    Optional<ClassFiles.Declared<MethodNode>> own = ThrowingMethods.find(call);
    if (own.isPresent()) {
      return own.map(method -> new Target(method, Optional.empty()));
    }
    if (call.owner.startsWith("java/") || call.owner.startsWith("javax/")) {
      throw refuse(
          call,
          line,
          "cannot run on a device",
          "Move the call out of the loop, or write the computation out.");
    }
    ClassFiles.Declared<MethodNode> declared = resolve(call.owner, call, line);
    if (ClassFiles.isOnlyTarget(declared, call.getOpcode())) {
      requireInlinable(call, declared, line);
      return Optional.of(new Target(declared, Optional.empty()));
    }
    Receivers.Source source = Receivers.in(instructions, locals, stack).of(call);
    if (source instanceof Receivers.Source.Made made) {
      return Optional.of(new Target(overriding(made.className(), call, line), Optional.empty()));
    }
    if (!last) {
      return Optional.empty();
    }
    String guess = call.owner;
    boolean hasNoObjects =
        files
            .find(guess)
            .filter(
                node ->
                    !ClassFiles.has(node.access, Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)
                        && files.mayName(node))
            .isEmpty();
    boolean isTooOld = (files.self().version & 0xFFFF) < FIRST_WITH_CLASS_CONSTANTS;
    if (hasNoObjects || isTooOld) {
      throw refuse(call, line, "may be overridden", "Make the method private, static or final.");
    }
    return Optional.of(new Target(overriding(guess, call, line), Optional.of(guess)));
  }

  /** The method that a call on an object of exactly one class runs. */
  private ClassFiles.Declared<MethodNode> overriding(
      String className, MethodInsnNode call, int line) throws Refusal {
    ClassFiles.Declared<MethodNode> target = resolve(className, call, line);
    if (ClassFiles.has(target.member().access, Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) {
      throw refuse(call, line, "is hidden by another of the same name", "Rename one of them.");
    }
    requireInlinable(call, target, line);
    return target;
  }

  private ClassFiles.Declared<MethodNode> resolve(String owner, MethodInsnNode call, int line)
      throws Refusal {
    String name = owner.replace('/', '.') + "." + call.name;
    return files
        .method(owner, call.name, call.desc)
        .orElseThrow(
            () ->
                refuse(call, line, "could not be found", "Check the class path of " + name + "."));
  }

  private void requireInlinable(
      MethodInsnNode call, ClassFiles.Declared<MethodNode> target, int line) throws Refusal {
    MethodNode method = target.member();
    if (ClassFiles.has(method.access, Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) {
      throw refuse(call, line, "has no bytecode", "Call it outside the loop.");
    }
    if (ClassFiles.has(method.access, Opcodes.ACC_SYNCHRONIZED)) {
      throw refuse(call, line, "takes a lock", "Remove synchronized, or call it outside the loop.");
    }
    if (!method.tryCatchBlocks.isEmpty() || ControlFlow.usesSubroutines(method)) {
      throw refuse(call, line, "catches exceptions", "Call it outside the loop.");
    }
    boolean initialises = call.getOpcode() == Opcodes.INVOKESTATIC || method.name.equals("<init>");
    if (initialises && !files.isInitialised(target.owner().name)) {
      throw refuse(
          call,
          line,
          "belongs to a class whose static initialiser may not have run",
          "Move the method to a class without static fields that are computed.");
    }
  }

  /** A refusal that names the call. */
  static Refusal refuse(MethodInsnNode call, int line, String why, String advice) {
    String simple = call.owner.substring(call.owner.lastIndexOf('/') + 1);
    return new Refusal(line, "calls " + simple + "." + call.name + ", which " + why, advice);
  }
}
