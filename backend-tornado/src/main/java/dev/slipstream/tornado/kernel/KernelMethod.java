package dev.slipstream.tornado.kernel;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.tornado.binding.ApiNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Writes the method that TornadoVM compiles. The method computes its iteration from its place in
 * the grid, whose first axis is the innermost loop. It does nothing if that place is past the
 * iteration count.
 */
final class KernelMethod {
  private static final List<String> AXES = List.of("globalIdx", "globalIdy", "globalIdz");

  private final String name;
  private final ArgumentLayout layout;
  private final KernelBody body;
  private final int firstSlot;
  private final ArrayCode arrays;
  private final int positions;

  /**
   * @param name the method's name; must be no keyword or function of OpenCL C or CUDA
   * @param form how it finds rows
   */
  KernelMethod(String name, ArgumentLayout layout, KernelBody body, RowForm form) {
    this.name = name;
    this.layout = layout;
    this.body = body;
    this.firstSlot = layout.arguments();
    int sizes = firstSlot + body.method().maxLocals;
    this.arrays = new ArrayCode(layout, form, sizes);
    this.positions = sizes + arrays.variables();
  }

  /** Returns the local variable that is always zero. */
  int zero() {
    return positions + layout.dimensions();
  }

  /** Returns the types of the method's parameters. */
  List<Type> types() {
    List<Type> types = new ArrayList<>();
    types.add(Type.getObjectType(ApiNames.KERNEL_CONTEXT));
    layout.kinds().forEach(kind -> types.add(Type.getObjectType(kind.arrayClass())));
    return types;
  }

  MethodNode write() throws UnsupportedKernelException {
    if (layout.arguments() > ApiNames.MOST_ARGUMENTS) {
      throw new UnsupportedKernelException(
          "it takes "
              + layout.arguments()
              + " arrays and groups of numbers, of which TornadoVM allows "
              + ApiNames.MOST_ARGUMENTS);
    }
    MethodNode method =
        new MethodNode(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
            name,
            Type.getMethodDescriptor(Type.VOID_TYPE, types().toArray(new Type[0])),
            null,
            null);
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    LabelNode pastTheEnd = new LabelNode();
    LabelNode done = new LabelNode();
    InsnList code = method.instructions;
    code.add(start);
    loadScalar(code, ElementKind.INT, layout.zeroPlace());
    code.add(new VarInsnNode(Opcodes.ISTORE, zero()));
    findIteration(code);
    loadParameters(code);
    // Last: values that are set before all conditions are set on every path after them, and are
    // read from memory simultaneously.
    leavePastTheEnd(code, pastTheEnd);
    copyBody(code, done);
    code.add(new JumpInsnNode(Opcodes.GOTO, done));
    code.add(pastTheEnd);
    readWhatIsWritten(code, done);
    code.add(done);
    code.add(new InsnNode(Opcodes.RETURN));
    code.add(end);
    method.localVariables = new ArrayList<>();
    List<Type> types = types();
    for (int a = 0; a < types.size(); a++) {
      String variable = a == 0 ? "context" : "argument" + a;
      method.localVariables.add(
          new LocalVariableNode(variable, types.get(a).getDescriptor(), null, start, end, a));
    }
    return method;
  }

  /**
   * Adds a read of each written array that never runs. A workaround for TornadoVM 5.2, which never
   * copies an array to the device that the kernel only writes; elements that no iteration writes
   * would come back undefined. The read is added even if there is another one, because TornadoVM
   * may find that one unreachable. It never runs because no count is negative. It is placed where
   * only threads without an iteration pass, so that the others do not wait for the condition.
   */
  private void readWhatIsWritten(InsnList code, LabelNode done) {
    List<Integer> written =
        layout.arrays().stream().filter(p -> body.written().contains(p)).toList();
    if (written.isEmpty()) {
      return;
    }
    loadScalar(code, ElementKind.INT, 2);
    code.add(new JumpInsnNode(Opcodes.IFGE, done));
    for (int p : written) {
      ElementKind kind = ElementKind.ofArray(layout.parameters().get(p).descriptor());
      code.add(new VarInsnNode(Opcodes.ALOAD, layout.arrayArgument(p)));
      code.add(new InsnNode(Opcodes.ICONST_0));
      code.add(new VarInsnNode(Opcodes.ALOAD, layout.arrayArgument(p)));
      code.add(new InsnNode(Opcodes.ICONST_1));
      code.add(ArrayCode.get(kind));
      code.add(ArrayCode.set(kind));
    }
  }

  private void findIteration(InsnList code) {
    int dimensions = layout.dimensions();
    for (int d = 0; d < dimensions; d++) {
      code.add(new VarInsnNode(Opcodes.ALOAD, 0));
      code.add(
          new FieldInsnNode(
              Opcodes.GETFIELD,
              ApiNames.KERNEL_CONTEXT,
              AXES.get(dimensions - 1 - d),
              "Ljava/lang/Integer;"));
      code.add(
          new MethodInsnNode(Opcodes.INVOKEVIRTUAL, "java/lang/Integer", "intValue", "()I", false));
      code.add(new VarInsnNode(Opcodes.ISTORE, positions + d));
    }
    for (int d = 0; d < dimensions; d++) {
      loadScalar(code, ElementKind.INT, ArgumentLayout.PER_DIMENSION * d);
      code.add(new VarInsnNode(Opcodes.ILOAD, positions + d));
      loadScalar(code, ElementKind.INT, ArgumentLayout.PER_DIMENSION * d + 1);
      code.add(new InsnNode(Opcodes.IMUL));
      code.add(new InsnNode(Opcodes.IADD));
      code.add(new VarInsnNode(Opcodes.ISTORE, firstSlot + d));
    }
  }

  /**
   * Writes one condition for all dimensions. Positions and counts are not negative, so all
   * differences are negative exactly if each position is below its count.
   */
  private void leavePastTheEnd(InsnList code, LabelNode pastTheEnd) {
    for (int d = 0; d < layout.dimensions(); d++) {
      code.add(new VarInsnNode(Opcodes.ILOAD, positions + d));
      loadScalar(code, ElementKind.INT, ArgumentLayout.PER_DIMENSION * d + 2);
      if (layout.dimensions() == 1) {
        code.add(new JumpInsnNode(Opcodes.IF_ICMPGE, pastTheEnd));
        return;
      }
      code.add(new InsnNode(Opcodes.ISUB));
      if (d > 0) {
        code.add(new InsnNode(Opcodes.IAND));
      }
    }
    code.add(new JumpInsnNode(Opcodes.IFGE, pastTheEnd));
  }

  private void loadScalar(InsnList code, ElementKind kind, int place) {
    code.add(new VarInsnNode(Opcodes.ALOAD, layout.packArgument(kind)));
    code.add(new LdcInsnNode(place));
    code.add(ArrayCode.get(kind));
  }

  private void loadParameters(InsnList code) {
    int slot = firstSlot + layout.dimensions();
    for (int p = 0; p < layout.parameters().size(); p++) {
      KernelParameter parameter = layout.parameters().get(p);
      if (parameter.isArray()) {
        loadSize(code, layout.place(p), arrays.length(p));
        if (parameter.depth() > 1) {
          loadSize(code, layout.rowLengthPlace(p), arrays.rowLength(p));
          loadSize(code, layout.planeHeightPlace(p), arrays.planeHeight(p));
        }
        if (layout.arrays().contains(p)) {
          code.add(new VarInsnNode(Opcodes.ALOAD, layout.arrayArgument(p)));
          code.add(new VarInsnNode(Opcodes.ASTORE, slot));
        } else {
          code.add(new InsnNode(Opcodes.ACONST_NULL));
          code.add(new VarInsnNode(Opcodes.ASTORE, slot));
        }
        slot++;
      } else {
        loadScalar(code, ElementKind.ofScalar(parameter.descriptor()), layout.place(p));
        Type type = Type.getType(parameter.descriptor());
        code.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), slot));
        slot += type.getSize();
      }
    }
  }

  private void loadSize(InsnList code, int place, int variable) {
    loadScalar(code, ElementKind.INT, place);
    code.add(new VarInsnNode(Opcodes.ISTORE, variable));
  }

  private void copyBody(InsnList code, LabelNode done) throws UnsupportedKernelException {
    if (!body.method().tryCatchBlocks.isEmpty()) {
      throw new UnsupportedKernelException("it catches exceptions");
    }
    Map<LabelNode, LabelNode> labels = new HashMap<>();
    for (AbstractInsnNode node : body.method().instructions) {
      if (node instanceof LabelNode label) {
        labels.put(label, new LabelNode());
      }
    }
    for (AbstractInsnNode node : body.method().instructions) {
      if (node instanceof FrameNode || node instanceof LineNumberNode) {
        continue;
      }
      Optional<KernelBody.Use> use = body.use(node);
      if (use.isPresent()) {
        code.add(arrays.of(node, use.get()));
      } else if (node.getOpcode() == Opcodes.RETURN) {
        body.leftAt(node)
            .forEach(size -> code.add(new InsnNode(size == 2 ? Opcodes.POP2 : Opcodes.POP)));
        code.add(new JumpInsnNode(Opcodes.GOTO, done));
      } else {
        AbstractInsnNode copy = node.clone(labels);
        if (copy instanceof VarInsnNode variable) {
          variable.var += firstSlot;
          if (body.isRowVariable(node)) {
            variable.setOpcode(node.getOpcode() == Opcodes.ALOAD ? Opcodes.ILOAD : Opcodes.ISTORE);
          }
        } else if (copy instanceof IincInsnNode increment) {
          increment.var += firstSlot;
        }
        code.add(copy);
      }
    }
  }
}
