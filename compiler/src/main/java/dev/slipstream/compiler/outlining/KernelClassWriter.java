package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Writes the kernel class around a body: {@code body}, {@code range} and {@code run}. */
final class KernelClassWriter {
  private final String name;
  private final String sourceFile;
  private final List<CountedLoop> dimensions;
  private final List<String> parameterTypes;
  private final int captured;
  private final Set<Integer> scratch;
  private final InsnList body;

  /**
   * @param name the internal name of the class
   * @param parameterTypes the descriptors of the parameters after the loop variables
   * @param captured how many of them are captured; the others are extra
   * @param scratch the parameters of which {@code range} uses copies
   * @param body the instructions that {@link KernelWriter} wrote
   */
  KernelClassWriter(
      String name,
      String sourceFile,
      List<CountedLoop> dimensions,
      List<String> parameterTypes,
      int captured,
      Set<Integer> scratch,
      InsnList body) {
    this.name = name;
    this.sourceFile = sourceFile;
    this.dimensions = dimensions;
    this.parameterTypes = parameterTypes;
    this.captured = captured;
    this.scratch = Set.copyOf(scratch);
    this.body = body;
  }

  /** The class file, with further fields and methods. */
  byte[] write(List<FieldNode> fields, List<MethodNode> helpers) {
    ClassNode node = new ClassNode();
    node.version = Opcodes.V17;
    node.access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER;
    node.name = name;
    node.superName = "java/lang/Object";
    node.sourceFile = sourceFile;
    node.methods.add(bodyMethod());
    node.methods.add(rangeMethod());
    node.methods.add(runMethod());
    node.methods.addAll(helpers);
    node.fields.addAll(fields);
    ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected String getCommonSuperClass(String first, String second) {
            return "java/lang/Object";
          }
        };
    node.accept(writer);
    return writer.toByteArray();
  }

  private String bodyDescriptor() {
    return "(" + "I".repeat(dimensions.size()) + String.join("", parameterTypes) + ")V";
  }

  private String rangeDescriptor() {
    return "(" + "II".repeat(dimensions.size()) + String.join("", parameterTypes) + ")V";
  }

  private static MethodNode method(int access, String name, String descriptor) {
    return new MethodNode(access | Opcodes.ACC_STATIC, name, descriptor, null, null);
  }

  /** The slots of the parameters, starting with a given slot; one more entry for the end. */
  private int[] parameterSlots(int first) {
    int[] slots = new int[parameterTypes.size() + 1];
    slots[0] = first;
    for (int p = 0; p < parameterTypes.size(); p++) {
      slots[p + 1] = slots[p] + Type.getType(parameterTypes.get(p)).getSize();
    }
    return slots;
  }

  private MethodNode bodyMethod() {
    MethodNode method = method(Opcodes.ACC_PUBLIC, "body", bodyDescriptor());
    int[] parameters = parameterSlots(dimensions.size());
    method.instructions.add(
        copyBody(0, parameters, parameters[parameters.length - 1], new LabelNode()));
    return method;
  }

  /**
   * A copy of the body with slots for its variables. At its end it has a label, and a return unless
   * it is inlined.
   */
  private InsnList copyBody(int variables, int[] parameters, int locals, LabelNode end) {
    Map<LabelNode, LabelNode> labels = new HashMap<>();
    for (AbstractInsnNode node : body) {
      if (node instanceof LabelNode label) {
        labels.put(label, new LabelNode());
      }
    }
    InsnList copy = new InsnList();
    for (AbstractInsnNode node : body) {
      AbstractInsnNode cloned = node.clone(labels);
      if (cloned instanceof VarInsnNode variable) {
        variable.var = slot(variable.var, variables, parameters, locals);
      } else if (cloned instanceof IincInsnNode increment) {
        increment.var = slot(increment.var, variables, parameters, locals);
      }
      if (node == body.getLast()) {
        // All other returns abort the iteration, and with it the range.
        copy.add(end);
        if (variables > 0) {
          continue;
        }
      }
      copy.add(cloned);
    }
    return copy;
  }

  private int slot(int number, int variables, int[] parameters, int locals) {
    if (number >= KernelWriter.LOCALS) {
      return locals + number - KernelWriter.LOCALS;
    }
    if (number >= KernelWriter.EXTRAS) {
      return parameters[captured + number - KernelWriter.EXTRAS];
    }
    int size = dimensions.size();
    return number < size ? variables + number : parameters[number - size];
  }

  private MethodNode rangeMethod() {
    int size = dimensions.size();
    MethodNode method = method(Opcodes.ACC_PUBLIC, "range", rangeDescriptor());
    int[] parameters = parameterSlots(2 * size);
    int counters = parameters[parameters.length - 1];
    InsnList code = method.instructions;
    for (int parameter : new TreeSet<>(scratch)) {
      copyArray(code, parameterTypes.get(parameter), parameters[parameter]);
    }
    LabelNode[] heads = new LabelNode[size];
    LabelNode[] ends = new LabelNode[size];
    for (int d = 0; d < size; d++) {
      heads[d] = new LabelNode();
      ends[d] = new LabelNode();
      code.add(new VarInsnNode(Opcodes.ILOAD, 2 * d));
      code.add(new VarInsnNode(Opcodes.ISTORE, counters + d));
      code.add(heads[d]);
      code.add(new VarInsnNode(Opcodes.ILOAD, counters + d));
      code.add(new VarInsnNode(Opcodes.ILOAD, 2 * d + 1));
      boolean rising = dimensions.get(d).kernelStep() > 0;
      code.add(new JumpInsnNode(rising ? Opcodes.IF_ICMPGE : Opcodes.IF_ICMPLE, ends[d]));
    }
    code.add(copyBody(counters, parameters, counters + size, new LabelNode()));
    for (int d = size - 1; d >= 0; d--) {
      code.add(grow(counters + d, dimensions.get(d).kernelStep()));
      code.add(new JumpInsnNode(Opcodes.GOTO, heads[d]));
      code.add(ends[d]);
    }
    code.add(new InsnNode(Opcodes.RETURN));
    return method;
  }

  private static void copyArray(InsnList code, String type, int slot) {
    code.add(new VarInsnNode(Opcodes.ALOAD, slot));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKEVIRTUAL,
            type,
            "clone",
            "()Ljava/lang/Object;",
            /* isInterface= */ false));
    code.add(new TypeInsnNode(Opcodes.CHECKCAST, type));
    code.add(new VarInsnNode(Opcodes.ASTORE, slot));
  }

  private static InsnList grow(int slot, int step) {
    InsnList code = new InsnList();
    if ((short) step == step) {
      code.add(new IincInsnNode(slot, step));
    } else {
      code.add(new VarInsnNode(Opcodes.ILOAD, slot));
      code.add(new LdcInsnNode(step));
      code.add(new InsnNode(Opcodes.IADD));
      code.add(new VarInsnNode(Opcodes.ISTORE, slot));
    }
    return code;
  }

  private MethodNode runMethod() {
    MethodNode method = method(Opcodes.ACC_PUBLIC, "run", "([I[Ljava/lang/Object;)V");
    InsnList code = method.instructions;
    for (int bound = 0; bound < 2 * dimensions.size(); bound++) {
      code.add(new VarInsnNode(Opcodes.ALOAD, 0));
      code.add(new IntInsnNode(Opcodes.BIPUSH, bound));
      code.add(new InsnNode(Opcodes.IALOAD));
    }
    for (int p = 0; p < parameterTypes.size(); p++) {
      code.add(new VarInsnNode(Opcodes.ALOAD, 1));
      code.add(new IntInsnNode(Opcodes.SIPUSH, p));
      code.add(new InsnNode(Opcodes.AALOAD));
      code.add(unbox(parameterTypes.get(p)));
    }
    code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, name, "range", rangeDescriptor(), false));
    code.add(new InsnNode(Opcodes.RETURN));
    return method;
  }

  private static InsnList unbox(String type) {
    InsnList code = new InsnList();
    String box =
        switch (type) {
          case "I" -> "java/lang/Integer";
          case "J" -> "java/lang/Long";
          case "F" -> "java/lang/Float";
          case "D" -> "java/lang/Double";
          default -> "";
        };
    if (box.isEmpty()) {
      code.add(new TypeInsnNode(Opcodes.CHECKCAST, type));
      return code;
    }
    String primitive = Type.getType(type).getClassName();
    code.add(new TypeInsnNode(Opcodes.CHECKCAST, box));
    code.add(
        new MethodInsnNode(Opcodes.INVOKEVIRTUAL, box, primitive + "Value", "()" + type, false));
    return code;
  }
}
