package dev.slipstream.compiler.guard;

import java.util.BitSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;

/**
 * A first look at a class, through its constants and instructions as they stand in the file: which
 * methods may need guards, and whether arrays may leak from it. What it leaves out needs none; most
 * classes end here, so it builds nothing.
 */
final class ClassScan {
  /** Tags of constants (JVMS 4.4). */
  private static final int FIELD = 9;

  private static final int METHOD_HANDLE = 15;
  private static final int INVOKE_DYNAMIC = 18;

  /** Instructions that ASM has no names for, as it writes them in another form. */
  private static final int LDC_W = 19;

  private static final int WIDE = 196;

  private static final int ATTRIBUTE_HEADER = 6;

  /** What stands in front of a method's instructions, behind the attribute's header. */
  private static final int CODE_HEADER = 8;

  /** How many bytes each instruction has (JVMS 6.5), {@code 0} where it says so itself. */
  private static final String LENGTHS =
      "1111111111111111" // nop to dconst_1, bipush and sipush are at 16
          + "23233" // bipush, sipush, ldc, ldc_w, ldc2_w
          + "22222" // loads
          + "11111111111111111111" // loads of the first variables
          + "11111111" // loads of elements
          + "22222" // stores
          + "11111111111111111111" // stores to the first variables
          + "11111111" // stores to elements
          + "111111111" // pop to swap
          + "111111111111111111111111111111111111" // arithmetic
          + "3" // iinc
          + "111111111111111" // conversions
          + "11111" // comparisons
          + "33333333333333" // ifeq to if_acmpne
          + "33" // goto, jsr
          + "2" // ret
          + "00" // switches
          + "111111" // returns
          + "3333333" // fields and calls
          + "55" // invokeinterface, invokedynamic
          + "3" // new
          + "2" // newarray
          + "3" // anewarray
          + "11" // arraylength, athrow
          + "33" // checkcast, instanceof
          + "11" // monitors
          + "0" // wide
          + "4" // multianewarray
          + "33" // ifnull, ifnonnull
          + "55"; // goto_w, jsr_w

  private final ClassReader reader;
  private final CallFences calls;
  private final Leaks leaks;
  private final ForeignArrays foreign;
  private final char[] buffer;

  /** What is known of the calls with the constants of these numbers. */
  private final BitSet askedCalls = new BitSet();

  private final BitSet fencedCalls = new BitSet();
  private final BitSet methods = new BitSet();
  private boolean hasNative;
  private boolean mayLeak;

  private ClassScan(ClassReader reader, CallFences calls, Leaks leaks, ForeignArrays foreign) {
    this.reader = reader;
    this.calls = calls;
    this.leaks = leaks;
    this.foreign = foreign;
    this.buffer = new char[reader.getMaxStringLength()];
  }

  /** Looks at a class. */
  static ClassScan of(ClassReader reader, CallFences calls, Leaks leaks, ForeignArrays foreign) {
    ClassScan scan = new ClassScan(reader, calls, leaks, foreign);
    scan.scanFields();
    scan.scanBootstrapMethods(scan.scanMembers());
    return scan;
  }

  /** Whether the class must be looked at closely. */
  boolean needsGuards() {
    return mayLeak() || !methods.isEmpty();
  }

  /** Whether arrays may reach code that is not seen, other than by calls; or native code. */
  boolean mayLeak() {
    return mayLeak || hasNative;
  }

  /** Whether a method may need guards, by its number in the file. */
  boolean mayNeedGuards(int method) {
    return methods.get(method);
  }

  private void scanFields() {
    for (int i = 1; i < reader.getItemCount() && !mayLeak; i++) {
      int item = reader.getItem(i);
      if (item != 0 && reader.readByte(item - 1) == FIELD) {
        String descriptor = descriptor(item);
        mayLeak =
            Descriptors.isArray(descriptor)
                && leaks.usesForeignArray(owner(item), name(item), descriptor);
      }
    }
  }

  /** Returns where the attributes of the class stand. */
  private int scanMembers() {
    int interfaces = reader.readUnsignedShort(reader.header + 6);
    int offset = reader.header + 8 + 2 * interfaces;
    int fields = reader.readUnsignedShort(offset);
    offset += 2;
    for (int f = 0; f < fields; f++) {
      offset = ClassHeader.afterMember(reader, offset);
    }
    int count = reader.readUnsignedShort(offset);
    offset += 2;
    for (int m = 0; m < count; m++) {
      if (mayNeedGuards(reader.readUnsignedShort(offset), offset)) {
        methods.set(m);
      }
      offset = ClassHeader.afterMember(reader, offset);
    }
    return offset;
  }

  private boolean mayNeedGuards(int access, int method) {
    hasNative |= (access & Opcodes.ACC_NATIVE) != 0;
    String descriptor = reader.readUTF8(method + 4, buffer);
    boolean needs =
        (Descriptors.takesArrays(descriptor) || Descriptors.mayReturnArray(descriptor))
            && foreign.areTaken(access, reader.readUTF8(method + 2, buffer), descriptor);
    int attributes = reader.readUnsignedShort(method + 6);
    int offset = method + 8;
    for (int a = 0; a < attributes; a++) {
      if ("Code".equals(reader.readUTF8(offset, buffer))) {
        needs |= scanCode(offset + ATTRIBUTE_HEADER);
      }
      offset += ATTRIBUTE_HEADER + reader.readInt(offset + 2);
    }
    return needs;
  }

  /** Whether instructions use elements, or calls need a fence; the whole code is looked at. */
  private boolean scanCode(int code) {
    int start = code + CODE_HEADER;
    int length = reader.readInt(start - 4);
    boolean needs = false;
    int at = 0;
    while (at < length) {
      int offset = start + at;
      int opcode = reader.readByte(offset) & 0xFF;
      if (opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEINTERFACE) {
        needs |= isFenced(reader.readUnsignedShort(offset + 1));
      } else if (opcode == Opcodes.LDC) {
        scanConstant(reader.readByte(offset + 1) & 0xFF);
      } else if (opcode == LDC_W) {
        scanConstant(reader.readUnsignedShort(offset + 1));
      } else {
        needs |= ElementAccess.is(opcode);
      }
      at += length(opcode, offset, at);
    }
    return needs;
  }

  /** How many bytes an instruction has that stands at an offset, and at a place in its method. */
  private int length(int opcode, int offset, int at) {
    if (opcode >= LENGTHS.length()) {
      throw new IllegalArgumentException(opcode + " is no instruction; it stands at " + at);
    }
    int length = LENGTHS.charAt(opcode) - '0';
    if (length > 0) {
      return length;
    }
    if (opcode == WIDE) {
      return (reader.readByte(offset + 1) & 0xFF) == Opcodes.IINC ? 6 : 4;
    }
    int padding = 3 - (at & 3);
    int operands = offset + 1 + padding;
    int cases =
        opcode == Opcodes.TABLESWITCH
            ? 12 + 4 * (reader.readInt(operands + 8) - reader.readInt(operands + 4) + 1)
            : 8 + 8 * reader.readInt(operands + 4);
    return 1 + padding + cases;
  }

  private boolean isFenced(int constant) {
    if (!askedCalls.get(constant)) {
      askedCalls.set(constant);
      int item = reader.getItem(constant);
      String owner = owner(item);
      String name = name(item);
      fencedCalls.set(
          constant,
          calls.mayNeed(owner, name, descriptor(item)) || Leaks.maker(owner, name).isPresent());
    }
    return fencedCalls.get(constant);
  }

  private void scanConstant(int constant) {
    if (reader.readByte(reader.getItem(constant) - 1) == METHOD_HANDLE) {
      mayLeak |= leaks.leaks(handle(constant));
    }
  }

  /** What call sites are linked by, and what they are linked with. */
  private void scanBootstrapMethods(int classAttributes) {
    int attributes = reader.readUnsignedShort(classAttributes);
    int offset = classAttributes + 2;
    for (int a = 0; a < attributes; a++) {
      if ("BootstrapMethods".equals(reader.readUTF8(offset, buffer))) {
        scanBootstrapMethodsAt(offset + ATTRIBUTE_HEADER);
      }
      offset += ATTRIBUTE_HEADER + reader.readInt(offset + 2);
    }
  }

  private void scanBootstrapMethodsAt(int table) {
    int[] handles = new int[reader.readUnsignedShort(table)];
    int offset = table + 2;
    for (int b = 0; b < handles.length; b++) {
      handles[b] = reader.readUnsignedShort(offset);
      int arguments = reader.readUnsignedShort(offset + 2);
      offset += 4;
      for (int a = 0; a < arguments; a++) {
        scanConstant(reader.readUnsignedShort(offset));
        offset += 2;
      }
    }
    for (int i = 1; i < reader.getItemCount() && !mayLeak; i++) {
      int item = reader.getItem(i);
      if (item != 0 && reader.readByte(item - 1) == INVOKE_DYNAMIC) {
        mayLeak = Leaks.leaks(handle(handles[reader.readUnsignedShort(item)]), descriptor(item));
      }
    }
  }

  private Handle handle(int constant) {
    return (Handle) reader.readConst(constant, buffer);
  }

  private String owner(int member) {
    return reader.readClass(member, buffer);
  }

  private String name(int member) {
    return reader.readUTF8(nameAndType(member), buffer);
  }

  private String descriptor(int member) {
    return reader.readUTF8(nameAndType(member) + 2, buffer);
  }

  private int nameAndType(int member) {
    return reader.getItem(reader.readUnsignedShort(member + 2));
  }
}
