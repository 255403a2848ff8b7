package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.guard.placement.MethodFacts;
import dev.slipstream.compiler.guard.placement.Place;
import dev.slipstream.compiler.guard.placement.PlaceValue;
import dev.slipstream.compiler.guard.placement.PlannedGuard;
import dev.slipstream.compiler.guard.platform.CalleeUse;
import dev.slipstream.compiler.guard.platform.NamedMethod;
import dev.slipstream.compiler.guard.platform.PlatformCalls;
import dev.slipstream.compiler.guard.platform.ReflectiveCall;
import dev.slipstream.compiler.guard.scan.CallFences.Fence;
import dev.slipstream.compiler.guard.scan.CallFences.Handed;
import dev.slipstream.compiler.guard.scan.ElementAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Inserts guards directly at the accesses and calls that they are for. The code copies the values
 * on the stack and leaves the program's own values in place, because the JVM derives the messages
 * of NullPointerExceptions from the instructions that pushed them.
 */
final class AccessGuards {
  private final MethodFacts facts;
  private final MethodNode method;
  private final PlaceCode places;

  AccessGuards(MethodFacts facts, PlaceCode places) {
    this.facts = facts;
    this.method = facts.method();
    this.places = places;
  }

  /**
   * Guards an access.
   *
   * @param guard the dispatcher's method that is called before the access, if any
   */
  void access(int number, AbstractInsnNode node, Optional<String> guard) {
    int opcode = node.getOpcode();
    InsnList before = new InsnList();
    InsnList after = new InsnList();
    boolean writes = ElementAccess.isWrite(opcode);
    String array = facts.typeOfAccessed(number);
    if (facts.accessed(number) instanceof Place.Local local) {
      String ofLocal = facts.isAccessedByCast(number) ? PlaceCode.UNKNOWN : array;
      if (guard.isPresent()) {
        before.add(new VarInsnNode(Opcodes.ALOAD, local.slot()));
        before.add(places.invoke(guard.get(), ofLocal));
      }
      if (writes) {
        after.add(new VarInsnNode(Opcodes.ALOAD, local.slot()));
        after.add(places.invoke(GuardCalls.WRITTEN, ofLocal));
      }
    } else if (writes) {
      copyArray(before, ElementAccess.writesTwoSlots(opcode));
      if (guard.isPresent()) {
        add(before, Opcodes.DUP);
        before.add(places.invoke(guard.get(), array));
      }
      int temporary = method.maxLocals++;
      before.add(new VarInsnNode(Opcodes.ASTORE, temporary));
      after.add(takeFrom(temporary));
      after.add(places.invoke(GuardCalls.WRITTEN, array));
    } else if (guard.isPresent()) {
      add(before, Opcodes.DUP2, Opcodes.POP);
      before.add(places.invoke(guard.get(), array));
    }
    method.instructions.insertBefore(node, before);
    method.instructions.insert(node, after);
  }

  /**
   * Guards an access, for its element alone.
   *
   * @param guard the dispatcher's method that is called before the access, if any; always present
   *     for reads
   */
  void element(int number, AbstractInsnNode node, Optional<String> guard) {
    String type = facts.typeOfAccessed(number);
    int opcode = node.getOpcode();
    InsnList before = new InsnList();
    InsnList after = new InsnList();
    if (ElementAccess.isWrite(opcode)) {
      int index = method.maxLocals++;
      int array = method.maxLocals++;
      if (ElementAccess.writesTwoSlots(opcode)) {
        add(before, Opcodes.DUP2_X2, Opcodes.POP2, Opcodes.DUP2_X2);
      } else {
        add(before, Opcodes.DUP_X2, Opcodes.POP, Opcodes.DUP2_X1);
      }
      if (guard.isPresent()) {
        add(before, Opcodes.DUP2);
        before.add(places.invokeOfElement(guard.get(), type));
      }
      before.add(new VarInsnNode(Opcodes.ISTORE, index));
      before.add(new VarInsnNode(Opcodes.ASTORE, array));
      after.add(takeFrom(array));
      after.add(new VarInsnNode(Opcodes.ILOAD, index));
      after.add(places.invokeOfElement(GuardCalls.WRITTEN_ELEMENT, type));
    } else {
      add(before, Opcodes.DUP2);
      before.add(places.invokeOfElement(guard.orElseThrow(), type));
    }
    method.instructions.insertBefore(node, before);
    method.instructions.insert(node, after);
  }

  /**
   * Guards an instruction that stores a row.
   *
   * @param guard the dispatcher's method that is called for the stored row before the store, if any
   * @param replaces whether the replaced row may have been written
   */
  void store(int number, AbstractInsnNode node, Optional<String> guard, boolean replaces) {
    InsnList before = new InsnList();
    if (guard.isPresent()) {
      MethodInsnNode call = places.invoke(guard.get(), facts.typeBelow(number, 0));
      add(before, Opcodes.DUP);
      if (takesKnownType(call)) {
        cast(before, call);
      }
      before.add(call);
    }
    if (replaces) {
      MethodInsnNode find = places.row(facts.typeBelow(number, 2));
      add(before, Opcodes.DUP_X2, Opcodes.POP, Opcodes.DUP2_X1);
      if (takesKnownType(find)) {
        add(before, Opcodes.SWAP);
        cast(before, find);
        add(before, Opcodes.SWAP);
      }
      before.add(find);
      Type row = Type.getReturnType(find.desc);
      before.add(places.invoke(GuardCalls.WRITTEN, row.getDescriptor()));
    }
    method.instructions.insertBefore(node, before);
  }

  private static boolean takesKnownType(MethodInsnNode call) {
    return Type.getArgumentTypes(call.desc)[0].getSort() == Type.ARRAY;
  }

  /**
   * Casts a value to the type that a method takes. For values that are not accessed immediately,
   * the analysis may know more than the verifier does. The cast never fails.
   */
  private static void cast(InsnList code, MethodInsnNode call) {
    code.add(
        new TypeInsnNode(Opcodes.CHECKCAST, Type.getArgumentTypes(call.desc)[0].getDescriptor()));
  }

  /** Copies the array below an index and an element to the top of the stack. */
  private static void copyArray(InsnList code, boolean twoSlots) {
    if (twoSlots) {
      add(code, Opcodes.DUP2_X2, Opcodes.POP2, Opcodes.DUP2_X2, Opcodes.POP);
    } else {
      add(code, Opcodes.DUP_X2, Opcodes.POP, Opcodes.DUP2_X1, Opcodes.POP);
    }
  }

  /**
   * Fences a call.
   *
   * @param exits the handlers of the method, if any are added
   */
  void call(
      PlannedGuard.OfCall planned, AbstractInsnNode invoke, Optional<ExceptionalExits> exits) {
    int number = planned.number();
    Fence fence = planned.fence();
    InsnList before = new InsnList();
    InsnList after = new InsnList();
    List<Rescue> rescues = new ArrayList<>();
    boolean mayRescue = planned.rescuing().isPresent();
    if (fence.isNative()) {
      before.add(places.invokeOf("()V", GuardCalls.BEGIN_NATIVE));
      after.add(places.invokeOf("()V", GuardCalls.END_NATIVE));
      InsnList end = new InsnList();
      end.add(places.invokeOf("()V", GuardCalls.END_NATIVE));
      rescues.add(new Rescue(Optional.empty(), end));
    }
    for (Handed handed : fence.handed()) {
      CalleeUse use = handed.use();
      boolean isHeld = fence.holds() && use.endsWithCall();
      boolean endsWhenItThrows = isHeld || (use.writes() && fence.writesBeforeItThrows());
      boolean isKept = endsWhenItThrows && !mayRescue && !use.followsReferences();
      InsnList handOut = new InsnList();
      if ((isHeld || use.writes()) && !isKept) {
        int temporary = method.maxLocals++;
        add(handOut, Opcodes.DUP);
        handOut.add(new VarInsnNode(Opcodes.ASTORE, temporary));
        after.add(takeFrom(temporary));
        after.add(taken(use, isHeld));
        if (endsWhenItThrows) {
          InsnList end = load(Opcodes.ALOAD, temporary);
          end.add(taken(use, isHeld));
          rescues.add(new Rescue(Optional.of(temporary), end));
        }
      }
      handOut.add(
          isHeld && !isKept
              ? places.said(GuardCalls.HOLD, use)
              : places.handedOut(isKept ? CalleeUse.KEEPS : use));
      withCopy(before, number, handed.valuesAbove(), handOut);
    }
    if (fence.returned() == PlatformCalls.Returned.IN_USE) {
      add(after, Opcodes.DUP);
      after.add(places.invoke(GuardCalls.CAME_OUT));
    }
    method.instructions.insertBefore(invoke, before);
    method.instructions.insert(invoke, after);
    // These handlers protect the call alone, so all other code must already be in its place.
    for (Rescue rescue : mayRescue ? rescues : List.<Rescue>of()) {
      exits
          .orElseThrow()
          .add(invoke, planned.rescuing().orElseThrow(), rescue.temporary(), rescue.code());
    }
  }

  /**
   * Code that runs when a call throws.
   *
   * @param temporary the local variable with the array that the code is for
   */
  private record Rescue(Optional<Integer> temporary, InsnList code) {}

  /** Code that reports that the array on the stack is the program's again. */
  private InsnList taken(CalleeUse use, boolean wasHeld) {
    if (wasHeld) {
      return places.said(GuardCalls.RELEASE, use);
    }
    InsnList code = new InsnList();
    code.add(places.invoke(GuardCalls.TAKEN_BACK));
    return code;
  }

  /** Inserts a report before a call that the code which it makes may use any array. */
  void leak(AbstractInsnNode invoke, String reason) {
    InsnList code = new InsnList();
    code.add(new LdcInsnNode(reason));
    code.add(places.invokeOf("(Ljava/lang/String;)V", GuardCalls.UNGUARDED));
    method.instructions.insertBefore(invoke, code);
  }

  /** Inserts a report before a call of the method that it refers to. */
  void named(int number, AbstractInsnNode invoke, NamedMethod named) {
    InsnList code = new InsnList();
    int holder = method.maxLocals++;
    withCopy(code, number, named.methodAbove(), storeIn(holder));
    if (named.hasName()) {
      int name = method.maxLocals++;
      withCopy(code, number, named.nameAbove(), storeIn(name));
      code.add(takeFrom(holder));
      code.add(takeFrom(name));
    } else {
      code.add(takeFrom(holder));
      add(code, Opcodes.ACONST_NULL);
    }
    code.add(places.invokeOf("(Ljava/lang/Object;Ljava/lang/String;)V", GuardCalls.NAMED));
    method.instructions.insertBefore(invoke, code);
  }

  /**
   * Inserts reports around a call of the method that it gets as an object. If the call throws, the
   * variable keeps that object until the method ends.
   */
  void reflective(int number, AbstractInsnNode invoke, ReflectiveCall call) {
    int callee = method.maxLocals++;
    int receiver = method.maxLocals++;
    int arguments = method.maxLocals++;
    InsnList before = new InsnList();
    withCopy(before, number, call.calleeAbove(), storeIn(callee));
    if (call.hasReceiver()) {
      withCopy(before, number, 1, storeIn(receiver));
    }
    withCopy(before, number, 0, storeIn(arguments));
    before.add(new VarInsnNode(Opcodes.ALOAD, callee));
    if (call.hasReceiver()) {
      before.add(takeFrom(receiver));
    } else {
      add(before, Opcodes.ACONST_NULL);
    }
    before.add(takeFrom(arguments));
    before.add(
        places.invokeOf(
            "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)V", GuardCalls.REFLECTED));
    InsnList after = new InsnList();
    add(after, Opcodes.DUP);
    after.add(takeFrom(callee));
    after.add(places.invokeOf("(Ljava/lang/Object;Ljava/lang/Object;)V", GuardCalls.CAME_OUT_OF));
    method.instructions.insertBefore(invoke, before);
    method.instructions.insert(invoke, after);
  }

  private static InsnList storeIn(int temporary) {
    return load(Opcodes.ASTORE, temporary);
  }

  /** Adds code that consumes a copy of a value which lies below others. */
  private void withCopy(InsnList code, int number, int valuesAbove, InsnList use) {
    BasicValue value = facts.below(number, valuesAbove);
    if (PlaceValue.place(value) instanceof Place.Local local) {
      code.add(new VarInsnNode(Opcodes.ALOAD, local.slot()));
      code.add(use);
      return;
    }
    List<Integer> temporaries = new ArrayList<>();
    for (int i = 0; i < valuesAbove; i++) {
      int temporary = method.maxLocals;
      BasicValue above = facts.below(number, i);
      method.maxLocals += above.getSize();
      temporaries.add(temporary);
      code.add(new VarInsnNode(typeOf(above).getOpcode(Opcodes.ISTORE), temporary));
    }
    add(code, Opcodes.DUP);
    code.add(use);
    for (int i = valuesAbove - 1; i >= 0; i--) {
      BasicValue above = facts.below(number, i);
      int temporary = temporaries.get(i);
      code.add(
          above.isReference()
              ? takeFrom(temporary)
              : load(typeOf(above).getOpcode(Opcodes.ILOAD), temporary));
    }
  }

  private static Type typeOf(BasicValue value) {
    Type type = value.getType();
    return type == null ? Type.getObjectType("java/lang/Object") : type;
  }

  private static InsnList load(int opcode, int slot) {
    InsnList code = new InsnList();
    code.add(new VarInsnNode(opcode, slot));
    return code;
  }

  /**
   * Loads an object from a local variable and clears the variable, which must not keep the object
   * from being collected.
   */
  private static InsnList takeFrom(int temporary) {
    InsnList code = load(Opcodes.ALOAD, temporary);
    add(code, Opcodes.ACONST_NULL);
    code.add(new VarInsnNode(Opcodes.ASTORE, temporary));
    return code;
  }

  private static void add(InsnList code, int... opcodes) {
    for (int opcode : opcodes) {
      code.add(new InsnNode(opcode));
    }
  }
}
