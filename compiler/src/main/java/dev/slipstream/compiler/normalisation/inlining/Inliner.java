package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.classfile.Intrinsics;
import dev.slipstream.compiler.discovery.RefusalException;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Replaces calls of application methods in a region by the methods' code. Arguments are moved to
 * locals of their own; the method's result remains on the stack.
 */
public final class Inliner {
  /**
   * The limit of the size of a region. Finding the accesses that meet takes seconds for larger
   * loops.
   */
  public static final int MOST_INSTRUCTIONS = 20_000;

  private static final int DEEPEST = 16;

  private final InsnList instructions;
  private final ClassFiles files;
  private final Surroundings surroundings;
  private final Map<AbstractInsnNode, Lambda> made = new HashMap<>();
  private final Map<AbstractInsnNode, String> guesses = new HashMap<>();
  private final Map<Integer, String> slotNames = new HashMap<>();
  private final Set<AbstractInsnNode> receiverStores = new HashSet<>();
  private final CalledCode called;
  private final Map<AbstractInsnNode, Integer> copied = new HashMap<>();
  private final Map<AbstractInsnNode, RefusalException> missing = new HashMap<>();
  private @Nullable CallTargets targets;
  private int locals;
  private int stack;
  private boolean givesArraysAway;

  /**
   * @param surroundings the facts about the local variables at the loop's entry
   * @param instructions the region's instructions; they are changed
   * @param locals the number of local slots in use
   * @param stack the largest stack height in use
   * @param called the code that is left out of called methods; parts that cannot be inlined are
   *     added if that helps
   */
  public Inliner(
      ClassFiles files,
      Surroundings surroundings,
      InsnList instructions,
      int locals,
      int stack,
      CalledCode called) {
    this.called = called;
    this.files = files;
    this.instructions = instructions;
    this.surroundings = surroundings;
    this.locals = locals;
    this.stack = stack;
  }

  /** The number of local slots in use, including those of inlined methods. */
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

  /**
   * The assumed classes of the objects that some instructions store. The inlined code is correct
   * only for these.
   */
  public Map<AbstractInsnNode, String> guesses() {
    return guesses;
  }

  /** The instructions that store the receivers of inlined calls, which must not be null. */
  public Set<AbstractInsnNode> receiverStores() {
    return receiverStores;
  }

  /**
   * A call that remains to be inlined.
   *
   * @param places its position in the methods that lead to it, the innermost last
   */
  private record Pending(
      MethodInsnNode call, List<String> chain, List<CalledCode.Place> places, int line) {}

  /**
   * Inlines every call that is not kept.
   *
   * @throws RefusalException if a call can be neither kept nor inlined
   */
  public void inline() throws RefusalException {
    Deque<Pending> open = new ArrayDeque<>();
    collect(instructions.getFirst(), null, List.of(), List.of(), Optional.empty(), -1, open);
    Deque<Pending> later = new ArrayDeque<>();
    int expanded = 0;
    boolean guess = false;
    while (!open.isEmpty() || !later.isEmpty()) {
      if (open.isEmpty()) {
        open.addAll(later);
        later.clear();
        guess = expanded == 0;
        expanded = 0;
      }
      Pending pending = open.removeFirst();
      MethodInsnNode call = pending.call();
      if (isKept(call)) {
        continue;
      }
      if (isEmptyConstructor(call)) {
        instructions.set(call, new InsnNode(Opcodes.POP));
        expanded++;
        continue;
      }
      Optional<InsnList> number = Boxes.unboxing(call);
      if (number.isPresent()) {
        instructions.insert(call, number.get());
        instructions.remove(call);
        expanded++;
        continue;
      }
      if (replace(pending, guess, open)) {
        expanded++;
        guess = false;
      } else {
        // Code that is inlined later may determine the class of the object.
        later.addLast(pending);
      }
    }
  }

  /** Replaces a call; returns false if its target is not known yet. */
  private boolean replace(Pending pending, boolean guess, Deque<Pending> open)
      throws RefusalException {
    MethodInsnNode call = pending.call();
    try {
      Optional<CallTargets.Target> target =
          targets().find(call, pending.line(), locals, stack, guess);
      if (target.isEmpty()) {
        return false;
      }
      if (target.get() instanceof CallTargets.Target.Method method) {
        expand(pending, method, open);
      } else if (target.get() instanceof CallTargets.Target.Function function) {
        expand(pending, function, open);
      } else {
        standIn(call);
      }
      return true;
    } catch (UnknownObject unknown) {
      throw unknown;
    } catch (RefusalException refusal) {
      throw pending.places().isEmpty()
          ? refusal
          : new RefusedCall(refusal, called, pending.places());
    }
  }

  /** The instructions that replace code which is left out, with the reasons. */
  public Map<AbstractInsnNode, RefusalException> missing() {
    return missing;
  }

  private CallTargets targets() {
    if (targets == null) {
      targets = new CallTargets(files, surroundings, instructions, made);
    }
    return targets;
  }

  /**
   * Whether arrays are passed to a call whose target will be known later, and which may write to
   * them.
   */
  public boolean givesArraysAway() {
    return givesArraysAway;
  }

  private boolean isKept(MethodInsnNode call) {
    return Intrinsics.isKept(call)
        || ThrowingMethods.neverThrows(call)
        || Intrinsics.emulation(call).isPresent()
        || Intrinsics.isNullCheck(call)
        || EnumComparisons.isOrdinal(files, call);
  }

  /** Replaces a call whose target will be known later. */
  private void standIn(MethodInsnNode call) {
    givesArraysAway |= call.desc.lastIndexOf('[') > 0;
    InsnList code = storeArguments(call, Optional.empty(), /* isLambda= */ true);
    code.add(StandIn.of(call.desc, locals + 1));
    locals += Type.getArgumentsAndReturnSizes(call.desc) >> 2;
    stack += 4;
    instructions.insert(call, code);
    instructions.remove(call);
  }

  /**
   * Expands a call of a lambda: calls its implementation with the captured values and the
   * arguments.
   */
  private void expand(Pending pending, CallTargets.Target.Function target, Deque<Pending> open)
      throws RefusalException {
    MethodInsnNode call = pending.call();
    InsnList code = storeArguments(call, Optional.empty(), target.isMade());
    InsnList run =
        target
            .lambda()
            .call(call, locals + 1)
            .orElseThrow(() -> InlineRefusals.boxed(call, pending.line()));
    AbstractInsnNode first = run.getFirst();
    AbstractInsnNode last = run.getLast();
    code.add(run);
    locals += Type.getArgumentsAndReturnSizes(call.desc) >> 2;
    stack += 2 * code.size();
    AbstractInsnNode next = call.getNext();
    instructions.insert(call, code);
    instructions.remove(call);
    collect(
        first,
        last == null ? next : last.getNext(),
        pending.chain(),
        pending.places(),
        Optional.empty(),
        pending.line(),
        open);
  }

  /**
   * Replaces the creation of a lambda by a null, and moves the captured values to locals of their
   * own.
   */
  private void make(InvokeDynamicInsnNode creation) {
    List<Integer> slots = new ArrayList<>();
    InsnList code = new InsnList();
    for (Type type : Lambda.captured(creation)) {
      code.insert(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), locals));
      slots.add(locals);
      locals += type.getSize();
    }
    AbstractInsnNode standIn = new InsnNode(Opcodes.ACONST_NULL);
    code.add(standIn);
    made.put(standIn, new Lambda(creation, slots));
    instructions.insert(creation, code);
    instructions.remove(creation);
  }

  /** The instructions that load null in place of lambdas, which are not null. */
  public Set<AbstractInsnNode> lambdas() {
    return made.keySet();
  }

  /** Whether a call is the last of a chain of constructors, which has no effect. */
  private static boolean isEmptyConstructor(MethodInsnNode call) {
    return call.name.equals("<init>")
        && (call.owner.equals("java/lang/Object") || call.owner.equals("java/lang/Record"));
  }

  private void collect(
      AbstractInsnNode from,
      @Nullable AbstractInsnNode end,
      List<String> chain,
      List<CalledCode.Place> places,
      Optional<MethodNode> callee,
      int line,
      Deque<Pending> open) {
    int current = line;
    for (AbstractInsnNode node = from; node != null && node != end; node = node.getNext()) {
      if (node instanceof LineNumberNode number) {
        current = number.line;
      } else if (node instanceof MethodInsnNode call) {
        List<CalledCode.Place> its = new ArrayList<>(places);
        if (callee.isPresent() && copied.containsKey(call)) {
          String key = chain.get(chain.size() - 1);
          its.add(new CalledCode.Place(key, callee.get(), copied.get(call)));
        }
        open.addLast(new Pending(call, chain, its, current));
      } else if (node instanceof InvokeDynamicInsnNode creation && Lambda.isMadeBy(creation)) {
        AbstractInsnNode before = node.getPrevious();
        make(creation);
        node = before == null ? instructions.getFirst() : before;
      }
    }
  }

  private void expand(Pending pending, CallTargets.Target.Method target, Deque<Pending> open)
      throws RefusalException {
    MethodInsnNode call = pending.call();
    String key = target.method().owner().name + "." + call.name + call.desc;
    if (pending.chain().contains(key)) {
      throw InlineRefusals.recursion(call, pending.line());
    }
    MethodNode method = ThrowingMethods.inOtherForm(call).orElse(target.method().member());
    if (pending.chain().size() >= DEEPEST) {
      throw InlineRefusals.depth(call, pending.line(), DEEPEST);
    }
    if (instructions.size() + method.instructions.size() > MOST_INSTRUCTIONS) {
      throw InlineRefusals.size(call, pending.line());
    }
    LabelNode end = new LabelNode();
    List<Type> waiting =
        hasLoop(method)
            ? Receivers.in(instructions, locals, stack, made.keySet()).typesBelow(call)
            : List.of();
    InsnList code = storeArguments(call, target.guard(), target.isLambda());
    int waitingSlots = locals + method.maxLocals;
    store(waiting, waitingSlots, code);
    AbstractInsnNode argumentsEnd = code.getLast();
    code.add(body(method, end, key));
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
    collect(
        argumentsEnd == null ? first : argumentsEnd,
        end,
        chain,
        pending.places(),
        Optional.of(method),
        pending.line(),
        open);
  }

  /**
   * Whether a method has a backward jump. The operands below its arguments are then moved from the
   * stack to local variables. HotSpot replaces a running method by its compiled form only at jumps
   * with an empty stack, so that a loop with operands below it would remain interpreted.
   */
  private static boolean hasLoop(MethodNode method) {
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof JumpInsnNode jump
          && method.instructions.indexOf(jump.label) <= method.instructions.indexOf(node)) {
        return true;
      }
    }
    return false;
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

  private InsnList storeArguments(MethodInsnNode call, Optional<String> guard, boolean isLambda) {
    InsnList stores = new InsnList();
    int slot = locals;
    if (call.getOpcode() != Opcodes.INVOKESTATIC) {
      VarInsnNode receiver = new VarInsnNode(Opcodes.ASTORE, slot++);
      if (!isLambda) {
        receiverStores.add(receiver);
      }
      guard.ifPresent(className -> guesses.put(receiver, className));
      stores.add(receiver);
    }
    for (Type type : Type.getArgumentTypes(call.desc)) {
      // The last argument is on top of the stack, so its store comes first.
      stores.insert(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), slot));
      slot += type.getSize();
    }
    return stores;
  }

  private InsnList body(MethodNode method, LabelNode end, String key) {
    Map<LabelNode, LabelNode> labels = new HashMap<>();
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof LabelNode label) {
        labels.put(label, new LabelNode());
      }
    }
    Map<AbstractInsnNode, Optional<RefusalException>> throwing = called.throwing(method, key);
    InsnList code = new InsnList();
    boolean thrown = false;
    for (AbstractInsnNode node : method.instructions) {
      boolean leaves = throwing.containsKey(node) && !(node instanceof LabelNode);
      if (leaves && !thrown) {
        AbstractInsnNode thrower = ThrowSite.in(key);
        code.add(new InsnNode(Opcodes.ACONST_NULL));
        code.add(thrower);
        throwing
            .getOrDefault(node, Optional.empty())
            .ifPresent(reason -> missing.put(thrower, reason));
      }
      // After each label another instruction throws, because the label may be a jump target.
      thrown = leaves;
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
      if (node instanceof MethodInsnNode) {
        copied.put(copy, method.instructions.indexOf(node));
      }
      if (copy instanceof VarInsnNode variable) {
        variable.var += locals;
      } else if (copy instanceof IincInsnNode increment) {
        increment.var += locals;
      }
      code.add(copy);
    }
    return code;
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
