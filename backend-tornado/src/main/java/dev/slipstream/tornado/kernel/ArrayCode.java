package dev.slipstream.tornado.kernel;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Writes the code that replaces instructions on arrays. An array of arrays is one array of
 * TornadoVM, in which its rows lie in sequence. A reference to a row becomes the row's number,
 * counted through all planes; a reference to a plane becomes the plane's number.
 */
final class ArrayCode {
  private final ArgumentLayout layout;
  private final RowForm form;
  private final int firstVariable;

  /**
   * @param firstVariable the first of the local variables for the sizes of arrays
   */
  ArrayCode(ArgumentLayout layout, RowForm form, int firstVariable) {
    this.layout = layout;
    this.form = form;
    this.firstVariable = firstVariable;
  }

  /** Returns the number of local variables for the sizes of arrays. */
  int variables() {
    return 3 * layout.parameters().size();
  }

  /** Returns the variable that holds an array's length. */
  int length(int parameter) {
    return firstVariable + 3 * parameter;
  }

  /** Returns the variable for the length of the array's rows, if they are equal. */
  int rowLength(int parameter) {
    return length(parameter) + 1;
  }

  /** Returns the variable for the height of the array's planes, if they are equal. */
  int planeHeight(int parameter) {
    return length(parameter) + 2;
  }

  /** Returns the call that reads an element of an array of TornadoVM. */
  static MethodInsnNode get(ElementKind kind) {
    return new MethodInsnNode(
        Opcodes.INVOKEVIRTUAL, kind.arrayClass(), "get", kind.getDescriptor(), false);
  }

  /** Returns the call that writes an element. */
  static MethodInsnNode set(ElementKind kind) {
    return new MethodInsnNode(
        Opcodes.INVOKEVIRTUAL, kind.arrayClass(), "set", kind.setDescriptor(), false);
  }

  /** Returns the code that replaces an instruction. */
  InsnList of(AbstractInsnNode node, KernelBody.Use use) {
    InsnList code = new InsnList();
    int parameter = use.parameter();
    int whole = layout.parameters().get(parameter).depth();
    if (node.getOpcode() == Opcodes.ARRAYLENGTH) {
      length(code, parameter, whole, use.depth());
    } else if (node.getOpcode() == Opcodes.AALOAD) {
      if (use.depth() == whole) {
        add(code, Opcodes.SWAP, Opcodes.POP);
      } else {
        add(code, Opcodes.SWAP);
        firstRow(code, parameter);
        add(code, Opcodes.IADD);
      }
    } else if (KernelBody.isStore(node.getOpcode())) {
      store(code, parameter, whole > 1);
    } else {
      load(code, parameter, whole > 1);
    }
    return code;
  }

  private void length(InsnList code, int parameter, int whole, int depth) {
    if (depth == whole) {
      add(code, Opcodes.POP);
      variable(code, length(parameter));
    } else if (form == RowForm.EQUAL) {
      add(code, Opcodes.POP);
      variable(code, depth == 1 ? rowLength(parameter) : planeHeight(parameter));
    } else {
      if (depth == 1 && whole == 3) {
        behindPlanes(code, parameter);
      }
      add(code, Opcodes.DUP, Opcodes.ICONST_1, Opcodes.IADD);
      entry(code, parameter);
      add(code, Opcodes.SWAP);
      entry(code, parameter);
      add(code, Opcodes.ISUB);
    }
  }

  /** Converts a plane's number to the number of its first row. */
  private void firstRow(InsnList code, int parameter) {
    if (form == RowForm.EQUAL) {
      variable(code, planeHeight(parameter));
      add(code, Opcodes.IMUL);
    } else {
      entry(code, parameter);
    }
  }

  /** Converts a row's number to the place of its first element. */
  private void firstElement(InsnList code, int parameter) {
    if (form == RowForm.EQUAL) {
      variable(code, rowLength(parameter));
      add(code, Opcodes.IMUL);
    } else {
      if (layout.parameters().get(parameter).depth() == 3) {
        behindPlanes(code, parameter);
      }
      entry(code, parameter);
    }
  }

  private void behindPlanes(InsnList code, int parameter) {
    variable(code, length(parameter));
    add(code, Opcodes.IADD, Opcodes.ICONST_1, Opcodes.IADD);
  }

  private void entry(InsnList code, int parameter) {
    code.add(new VarInsnNode(Opcodes.ALOAD, layout.tableArgument(parameter)));
    add(code, Opcodes.SWAP);
    code.add(get(ElementKind.INT));
  }

  private void load(InsnList code, int parameter, boolean hasRows) {
    if (hasRows) {
      // row, index
      code.add(new VarInsnNode(Opcodes.ALOAD, layout.arrayArgument(parameter)));
      add(code, Opcodes.DUP_X2, Opcodes.POP, Opcodes.SWAP);
      // array, index, row
      firstElement(code, parameter);
      add(code, Opcodes.IADD);
    }
    ElementKind kind = kind(parameter);
    code.add(get(kind));
    if (kind == ElementKind.CHAR) {
      add(code, Opcodes.I2C);
    }
  }

  private void store(InsnList code, int parameter, boolean hasRows) {
    ElementKind kind = kind(parameter);
    switch (kind) {
      case BOOLEAN -> add(code, Opcodes.ICONST_1, Opcodes.IAND);
      case BYTE -> add(code, Opcodes.I2B);
      case SHORT, CHAR -> add(code, Opcodes.I2S);
      default -> {}
    }
    if (hasRows) {
      boolean wide = kind.bytes() == Long.BYTES;
      // row, index, value
      add(code, wide ? Opcodes.DUP2_X2 : Opcodes.DUP_X2, wide ? Opcodes.POP2 : Opcodes.POP);
      add(code, Opcodes.SWAP);
      // value, index, row
      firstElement(code, parameter);
      add(code, Opcodes.IADD);
      code.add(new VarInsnNode(Opcodes.ALOAD, layout.arrayArgument(parameter)));
      add(code, Opcodes.SWAP);
      // value, array, place
      add(code, wide ? Opcodes.DUP2_X2 : Opcodes.DUP2_X1, Opcodes.POP2);
    }
    code.add(set(kind));
  }

  private ElementKind kind(int parameter) {
    return ElementKind.ofArray(layout.parameters().get(parameter).descriptor());
  }

  private static void variable(InsnList code, int variable) {
    code.add(new VarInsnNode(Opcodes.ILOAD, variable));
  }

  private static void add(InsnList code, int... opcodes) {
    for (int opcode : opcodes) {
      code.add(new InsnNode(opcode));
    }
  }
}
