package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.mapper.ArrayShape;
import dev.slipstream.model.region.Box;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Records which elements of arrays a kernel actually reads and writes, by instrumenting its array
 * instructions.
 */
public final class AccessRecorder {
  private static final String NAME = Type.getInternalName(AccessRecorder.class);

  /** The recorder of the kernel that runs in a thread. */
  private static final ThreadLocal<AccessRecorder> CURRENT = new ThreadLocal<>();

  private final Map<Object, BitSet> reads = new IdentityHashMap<>();
  private final Map<Object, BitSet> writes = new IdentityHashMap<>();

  /** A kernel whose array instructions are recorded. */
  static RangeKernel instrumented(RangeKernel code) {
    ClassReader reader = new ClassReader(code.classFile());
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new Recording(
                super.visitMethod(access, name, descriptor, signature, exceptions),
                name.startsWith("atomic_"));
          }
        },
        0);
    return new RangeKernel(
        code.loop(), code.className(), writer.toByteArray(), code.dimensions(), code.parameters());
  }

  /**
   * Inserts calls in front of the instructions that read and write elements of primitive arrays.
   */
  private static final class Recording extends MethodVisitor {
    private final boolean isAtomic;

    /**
     * @param isAtomic whether the method changes the element that its first parameters name
     */
    Recording(MethodVisitor next, boolean isAtomic) {
      super(Opcodes.ASM9, next);
      this.isAtomic = isAtomic;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      for (String method : isAtomic ? List.of("read", "write") : List.<String>of()) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitVarInsn(Opcodes.ILOAD, 1);
        call(method);
      }
    }

    @Override
    public void visitInsn(int opcode) {
      switch (opcode) {
        case Opcodes.IALOAD,
            Opcodes.LALOAD,
            Opcodes.FALOAD,
            Opcodes.DALOAD,
            Opcodes.BALOAD,
            Opcodes.CALOAD,
            Opcodes.SALOAD -> {
          super.visitInsn(Opcodes.DUP2);
          call("read");
        }
        case Opcodes.IASTORE,
            Opcodes.FASTORE,
            Opcodes.BASTORE,
            Opcodes.CASTORE,
            Opcodes.SASTORE -> {
          super.visitInsn(Opcodes.DUP_X2);
          super.visitInsn(Opcodes.POP);
          super.visitInsn(Opcodes.DUP2);
          call("write");
          super.visitInsn(Opcodes.DUP2_X1);
          super.visitInsn(Opcodes.POP2);
        }
        case Opcodes.LASTORE, Opcodes.DASTORE -> {
          super.visitInsn(Opcodes.DUP2_X2);
          super.visitInsn(Opcodes.POP2);
          super.visitInsn(Opcodes.DUP2);
          call("write");
          super.visitInsn(Opcodes.DUP2_X2);
          super.visitInsn(Opcodes.POP2);
        }
        default -> {
          // All other instructions access no elements of such arrays.
        }
      }
      super.visitInsn(opcode);
    }

    private void call(String method) {
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, NAME, method, "(Ljava/lang/Object;I)V", /* isInterface= */ false);
    }
  }

  /** Called by instrumented kernels. */
  public static void read(Object array, int index) {
    CURRENT.get().reads.computeIfAbsent(array, a -> new BitSet()).set(index);
  }

  /** Called by instrumented kernels. */
  public static void write(Object array, int index) {
    CURRENT.get().writes.computeIfAbsent(array, a -> new BitSet()).set(index);
  }

  /** Records the accesses of this thread. */
  void during(Runnable work) {
    CURRENT.set(this);
    try {
      work.run();
    } finally {
      CURRENT.remove();
    }
  }

  BitSet reads(Object array) {
    return reads.getOrDefault(array, new BitSet());
  }

  BitSet writes(Object array) {
    return writes.getOrDefault(array, new BitSet());
  }

  /** The elements of boxes, for each array of numbers behind an argument. */
  static Map<Object, BitSet> elements(Object argument, ArrayShape shape, List<Box> boxes) {
    Map<Object, BitSet> elements = new IdentityHashMap<>();
    for (Box box : boxes) {
      if (argument instanceof Object[] rows) {
        addRows(rows, box, 0, elements);
      } else {
        addFlat(argument, shape, box, 0, 0, elements);
      }
    }
    return elements;
  }

  private static void addRows(Object[] rows, Box box, int axis, Map<Object, BitSet> elements) {
    for (long r = box.min(axis); r < Math.min(rows.length, box.max(axis)); r++) {
      Object row = rows[(int) r];
      if (row instanceof Object[] plane) {
        addRows(plane, box, axis + 1, elements);
      } else if (row != null) {
        long end = Math.min(Array.getLength(row), box.max(axis + 1));
        if (box.min(axis + 1) < end) {
          elements.computeIfAbsent(row, a -> new BitSet()).set((int) box.min(axis + 1), (int) end);
        }
      }
    }
  }

  private static void addFlat(
      Object array, ArrayShape shape, Box box, int axis, long start, Map<Object, BitSet> elements) {
    if (axis == shape.strides().size()) {
      long end = Math.min(Array.getLength(array), start + box.max(axis));
      if (start + box.min(axis) < end) {
        elements
            .computeIfAbsent(array, a -> new BitSet())
            .set((int) (start + box.min(axis)), (int) end);
      }
      return;
    }
    for (long i = box.min(axis); i < box.max(axis); i++) {
      addFlat(array, shape, box, axis + 1, start + i * shape.strides().get(axis), elements);
    }
  }

  /** The arrays of numbers behind an argument. */
  static List<Object> leaves(Object argument) {
    List<Object> leaves = new ArrayList<>();
    if (argument instanceof Object[] rows) {
      for (Object row : rows) {
        leaves.addAll(row == null ? List.of() : leaves(row));
      }
    } else if (argument != null && argument.getClass().isArray()) {
      leaves.add(argument);
    }
    return leaves;
  }
}
