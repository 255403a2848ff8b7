package dev.slipstream.compiler.inlining;

import dev.slipstream.compiler.Refusal;
import dev.slipstream.compiler.flow.Block;
import dev.slipstream.compiler.flow.ControlFlow;
import dev.slipstream.compiler.flow.ThrowingBlocks;
import dev.slipstream.compiler.math.MathFunctions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Replaces calls of application methods in a region by the methods' code. Arguments go to locals of
 * their own; what the method leaves on the stack stays there.
 */
public final class Inliner {
  private static final int MOST_INSTRUCTIONS = 4000;
  private static final int DEEPEST = 16;

  private final ClassFiles files;
  private final InsnList instructions;
  private final Map<Integer, String> slotNames = new HashMap<>();
  private final Set<AbstractInsnNode> receiverStores = new HashSet<>();
  private int locals;
  private int stack;

  /**
   * @param instructions the region's instructions; they are changed
   * @param locals the number of local slots in use
   * @param stack the largest stack height in use
   */
  public Inliner(ClassFiles files, InsnList instructions, int locals, int stack) {
    this.files = files;
    this.instructions = instructions;
    this.locals = locals;
    this.stack = stack;
  }

  /** The number of local slots in use, those of inlined methods included. */
  public int locals() {
    return locals;
  }

  /** An upper bound of the stack's height. */
  public int stack() {
    return stack;
  }

  /** The names of the inlined methods' local variables. */
  public Map<Integer, String> slotNames() {
    return slotNames;
  }

  /** The instructions that store the receivers of inlined calls, which must not be null. */
  public Set<AbstractInsnNode> receiverStores() {
    return receiverStores;
  }

  private record Pending(MethodInsnNode call, List<String> chain, int line) {}

  /**
   * Inlines every call that is not kept.
   *
   * @throws Refusal if a call can be neither kept nor inlined
   */
  public void inline() throws Refusal {
    Deque<Pending> open = new ArrayDeque<>();
    collect(instructions.getFirst(), null, List.of(), -1, open);
    while (!open.isEmpty()) {
      Pending pending = open.removeFirst();
      MethodInsnNode call = pending.call();
      if (Intrinsics.isKept(call.owner, call.name, call.desc)
          || ConstantLimits.areOrdered(call)
          || MathFunctions.find(call.owner, call.name, call.desc).isPresent()) {
        continue;
      }
      expand(pending, open);
    }
  }

  private static void collect(
      AbstractInsnNode from,
      @Nullable AbstractInsnNode end,
      List<String> chain,
      int line,
      Deque<Pending> open) {
    int current = line;
    for (AbstractInsnNode node = from; node != null && node != end; node = node.getNext()) {
      if (node instanceof LineNumberNode number) {
        current = number.line;
      } else if (node instanceof MethodInsnNode call) {
        open.addLast(new Pending(call, chain, current));
      }
    }
  }

  private void expand(Pending pending, Deque<Pending> open) throws Refusal {
    MethodInsnNode call = pending.call();
    ClassFiles.Declared<MethodNode> target = resolve(pending);
    String key = target.owner().name + "." + call.name + call.desc;
    if (pending.chain().contains(key)) {
      throw refuse(pending, "calls itself again", "Write the recursion as a loop.");
    }
    MethodNode method = target.member();
    if (pending.chain().size() >= DEEPEST
        || instructions.size() + method.instructions.size() > MOST_INSTRUCTIONS) {
      throw refuse(pending, "makes the loop too large to inline", "Split the loop.");
    }
    LabelNode end = new LabelNode();
    List<Type> waiting =
        WaitingOperands.hasLoop(method)
            ? WaitingOperands.below(call, instructions, locals, stack)
            : List.of();
    InsnList code = storeArguments(call);
    int waitingSlots = locals + method.maxLocals;
    store(waiting, waitingSlots, code);
    AbstractInsnNode argumentsEnd = code.getLast();
    code.add(body(method, end));
    code.add(end);
    int resultSlot = waitingSlots + waiting.stream().mapToInt(Type::getSize).sum();
    reload(waiting, waitingSlots, Type.getReturnType(call.desc), resultSlot, code);
    nameLocals(method);
    locals = resultSlot + 2;
    stack += method.maxStack;
    AbstractInsnNode first = code.getFirst();
    instructions.insert(call, code);
    instructions.remove(call);
    List<String> chain = Stream.concat(pending.chain().stream(), Stream.of(key)).toList();
    collect(argumentsEnd == null ? first : argumentsEnd, end, chain, pending.line(), open);
  }

  private static void store(List<Type> waiting, int firstSlot, InsnList code) {
    InsnList stores = new InsnList();
    int slot = firstSlot;
    for (Type type : waiting) {
      stores.insert(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), slot));
      slot += type.getSize();
    }
    code.add(stores);
  }

  private static void reload(
      List<Type> waiting, int firstSlot, Type result, int resultSlot, InsnList code) {
    if (waiting.isEmpty()) {
      return;
    }
    boolean returns = result.getSort() != Type.VOID;
    if (returns) {
      code.add(new VarInsnNode(result.getOpcode(Opcodes.ISTORE), resultSlot));
    }
    int slot = firstSlot;
    for (Type type : waiting) {
      code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot));
      slot += type.getSize();
    }
    if (returns) {
      code.add(new VarInsnNode(result.getOpcode(Opcodes.ILOAD), resultSlot));
    }
  }

  private ClassFiles.Declared<MethodNode> resolve(Pending pending) throws Refusal {
    MethodInsnNode call = pending.call();
    String name = call.owner.replace('/', '.') + "." + call.name;
    Optional<ClassFiles.Declared<MethodNode>> own = ThrowingMethods.find(call);
    if (own.isPresent()) {
      return own.get();
    }
    if (call.owner.startsWith("java/") || call.owner.startsWith("javax/")) {
      throw refuse(
          pending,
          "cannot run on a device",
          "Move the call out of the loop, or write the computation out.");
    }
    ClassFiles.Declared<MethodNode> target =
        files
            .method(call.owner, call.name, call.desc)
            .orElseThrow(
                () ->
                    refuse(pending, "could not be found", "Check the class path of " + name + "."));
    MethodNode method = target.member();
    if (!ClassFiles.isOnlyTarget(target, call.getOpcode())) {
      throw refuse(pending, "may be overridden", "Make the method private, static or final.");
    }
    if (ClassFiles.has(method.access, Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) {
      throw refuse(pending, "has no bytecode", "Call it outside the loop.");
    }
    if (ClassFiles.has(method.access, Opcodes.ACC_SYNCHRONIZED)) {
      throw refuse(pending, "takes a lock", "Remove synchronized, or call it outside the loop.");
    }
    if (!method.tryCatchBlocks.isEmpty() || ControlFlow.usesSubroutines(method)) {
      throw refuse(pending, "catches exceptions", "Call it outside the loop.");
    }
    if (call.getOpcode() == Opcodes.INVOKESTATIC && !files.isInitialised(target.owner().name)) {
      throw refuse(
          pending,
          "belongs to a class whose static initialiser may not have run",
          "Move the method to a class without static fields that are computed.");
    }
    return target;
  }

  private static Refusal refuse(Pending pending, String why, String advice) {
    MethodInsnNode call = pending.call();
    String simple = call.owner.substring(call.owner.lastIndexOf('/') + 1);
    return new Refusal(
        pending.line(), "calls " + simple + "." + call.name + ", which " + why, advice);
  }

  private InsnList storeArguments(MethodInsnNode call) {
    InsnList stores = new InsnList();
    int slot = locals;
    if (call.getOpcode() != Opcodes.INVOKESTATIC) {
      VarInsnNode receiver = new VarInsnNode(Opcodes.ASTORE, slot++);
      receiverStores.add(receiver);
      stores.add(receiver);
    }
    for (Type type : Type.getArgumentTypes(call.desc)) {
      // The last argument lies on top, so its store comes first.
      stores.insert(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), slot));
      slot += type.getSize();
    }
    return stores;
  }

  private InsnList body(MethodNode method, LabelNode end) {
    Map<LabelNode, LabelNode> labels = new HashMap<>();
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof LabelNode label) {
        labels.put(label, new LabelNode());
      }
    }
    Set<AbstractInsnNode> throwing = throwing(method);
    InsnList code = new InsnList();
    boolean thrown = false;
    for (AbstractInsnNode node : method.instructions) {
      boolean leaves = throwing.contains(node) && !(node instanceof LabelNode);
      if (leaves && !thrown) {
        code.add(new InsnNode(Opcodes.ACONST_NULL));
        code.add(new InsnNode(Opcodes.ATHROW));
      }
      thrown = leaves || (thrown && node instanceof LabelNode && throwing.contains(node));
      if (leaves || node instanceof FrameNode || node instanceof LineNumberNode) {
        continue;
      }
      int opcode = node.getOpcode();
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        if (hasCodeAfter(node)) {
          code.add(new JumpInsnNode(Opcodes.GOTO, end));
        }
        continue;
      }
      AbstractInsnNode copy = node.clone(labels);
      if (copy instanceof VarInsnNode variable) {
        variable.var += locals;
      } else if (copy instanceof IincInsnNode increment) {
        increment.var += locals;
      }
      code.add(copy);
    }
    return code;
  }

  /** The instructions of the blocks that only lead to an exception. */
  private static Set<AbstractInsnNode> throwing(MethodNode method) {
    Set<AbstractInsnNode> nodes = new HashSet<>();
    ControlFlow flow = ControlFlow.of(method);
    for (Block block : ThrowingBlocks.of(flow)) {
      for (int i = block.first(); i <= block.last(); i++) {
        nodes.add(flow.instructions().get(i));
      }
    }
    return nodes;
  }

  private static boolean hasCodeAfter(AbstractInsnNode node) {
    for (AbstractInsnNode next = node.getNext(); next != null; next = next.getNext()) {
      if (next.getOpcode() >= 0) {
        return true;
      }
    }
    return false;
  }

  private void nameLocals(MethodNode method) {
    if (method.localVariables != null) {
      for (LocalVariableNode variable : method.localVariables) {
        slotNames.putIfAbsent(locals + variable.index, variable.name);
      }
    }
  }
}
