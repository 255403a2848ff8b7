package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.reduction.ArrayAtomic;
import dev.slipstream.compiler.analysis.reduction.Family;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The additions to one kernel class for elements that are updated atomically: methods that update
 * them through handles of the class, and calls of these methods in place of the program's
 * instructions.
 */
final class AtomicMethods extends KernelWriter.Additions {
  private static final String HANDLE = "java/lang/invoke/VarHandle";
  private static final String HANDLE_TYPE = "Ljava/lang/invoke/VarHandle;";
  private static final int ARRAY = 0;
  private static final int INDEX = 1;
  private static final int VALUE = 2;
  private static final int OLD = 4;
  private static final int NEW = 6;

  private final String owner;
  private final Map<AbstractInsnNode, ElementUpdates.Update> steps;
  private final Set<ArrayAtomic> atomics = new LinkedHashSet<>();

  /**
   * @param owner the internal name of the kernel class
   * @param steps the updates by the instructions that take part in them
   */
  AtomicMethods(String owner, Map<AbstractInsnNode, ElementUpdates.Update> steps) {
    this.owner = owner;
    this.steps = steps;
  }

  @Override
  Optional<InsnList> instead(AbstractInsnNode node) {
    ElementUpdates.Update update = steps.get(node);
    if (update == null) {
      return Optional.empty();
    }
    InsnList code = new InsnList();
    if (node == update.load()) {
      code.add(new InsnNode(Opcodes.POP2));
    } else if (node == update.store()) {
      ArrayAtomic atomic = new ArrayAtomic(update.family(), update.type());
      atomics.add(atomic);
      code.add(
          new MethodInsnNode(
              Opcodes.INVOKESTATIC, owner, atomic.methodName(), atomic.descriptor(), false));
    } else if (update.subtracts()) {
      code.add(new InsnNode(Type.getType("" + update.type()).getOpcode(Opcodes.INEG)));
    }
    return Optional.of(code);
  }

  /** The fields that hold handles. */
  List<FieldNode> fields() {
    List<FieldNode> fields = new ArrayList<>();
    for (char type : types()) {
      int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
      fields.add(new FieldNode(access, field(type), HANDLE_TYPE, null, null));
    }
    return fields;
  }

  private Iterable<Character> types() {
    TreeSet<Character> types = new TreeSet<>();
    atomics.forEach(atomic -> types.add(atomic.type()));
    return types;
  }

  private static String field(char type) {
    return "ELEMENTS_" + type;
  }

  /** The methods, including the static initialiser. */
  List<MethodNode> methods() {
    List<MethodNode> methods = new ArrayList<>();
    methods.add(initialiser());
    for (ArrayAtomic atomic : atomics) {
      MethodNode method =
          new MethodNode(
              Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC,
              atomic.methodName(),
              atomic.descriptor(),
              null,
              null);
      boolean compares = atomic.family() == Family.MIN || atomic.family() == Family.MAX;
      method.instructions.add(compares ? exchanged(atomic) : updated(atomic));
      methods.add(method);
    }
    return methods;
  }

  private MethodNode initialiser() {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    for (char type : types()) {
      method.instructions.add(new LdcInsnNode(Type.getType("[" + type)));
      method.instructions.add(
          new MethodInsnNode(
              Opcodes.INVOKESTATIC,
              "java/lang/invoke/MethodHandles",
              "arrayElementVarHandle",
              "(Ljava/lang/Class;)" + HANDLE_TYPE,
              false));
      method.instructions.add(
          new FieldInsnNode(Opcodes.PUTSTATIC, owner, field(type), HANDLE_TYPE));
    }
    method.instructions.add(new InsnNode(Opcodes.RETURN));
    return method;
  }

  private InsnList loadElement(char type) {
    InsnList code = new InsnList();
    code.add(new FieldInsnNode(Opcodes.GETSTATIC, owner, field(type), HANDLE_TYPE));
    code.add(new VarInsnNode(Opcodes.ALOAD, ARRAY));
    code.add(new VarInsnNode(Opcodes.ILOAD, INDEX));
    return code;
  }

  private static MethodInsnNode access(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKEVIRTUAL, HANDLE, name, descriptor, false);
  }

  private InsnList updated(ArrayAtomic atomic) {
    char type = atomic.type();
    String name =
        switch (atomic.family()) {
          case PLUS -> "getAndAdd";
          case AND -> "getAndBitwiseAnd";
          case OR -> "getAndBitwiseOr";
          case XOR -> "getAndBitwiseXor";
          case TIMES, MIN, MAX -> throw new IllegalArgumentException(atomic.toString());
        };
    InsnList code = loadElement(type);
    code.add(new VarInsnNode(Type.getType("" + type).getOpcode(Opcodes.ILOAD), VALUE));
    code.add(access(name, "([" + type + "I" + type + ")" + type));
    code.add(new InsnNode(type == 'J' ? Opcodes.POP2 : Opcodes.POP));
    code.add(new InsnNode(Opcodes.RETURN));
    return code;
  }

  /**
   * Code that retries until no other thread has changed the element between its read and its write.
   */
  private InsnList exchanged(ArrayAtomic atomic) {
    char type = atomic.type();
    int load = Type.getType("" + type).getOpcode(Opcodes.ILOAD);
    int store = Type.getType("" + type).getOpcode(Opcodes.ISTORE);
    LabelNode again = new LabelNode();
    InsnList code = new InsnList();
    code.add(again);
    code.add(loadElement(type));
    code.add(access("getVolatile", "([" + type + "I)" + type));
    code.add(new VarInsnNode(store, OLD));
    code.add(new VarInsnNode(load, OLD));
    code.add(new VarInsnNode(load, VALUE));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            "java/lang/Math",
            atomic.family() == Family.MIN ? "min" : "max",
            "(" + type + type + ")" + type,
            false));
    code.add(new VarInsnNode(store, NEW));
    code.add(loadElement(type));
    code.add(new VarInsnNode(load, OLD));
    code.add(new VarInsnNode(load, NEW));
    code.add(access("compareAndSet", "([" + type + "I" + type + type + ")Z"));
    code.add(new JumpInsnNode(Opcodes.IFEQ, again));
    code.add(new InsnNode(Opcodes.RETURN));
    return code;
  }
}
