package dev.slipstream.compiler.guard.scan;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.guard.platform.NamedMethod;
import dev.slipstream.compiler.guard.platform.PlatformCalls;
import dev.slipstream.compiler.guard.platform.ReflectiveCall;
import dev.slipstream.compiler.guard.platform.UnguardedCode;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;

/**
 * A first scan of a class, over its constants and instructions as they are in the file. It finds
 * the methods that may need guards, and whether arrays may leak from the class. Everything else
 * needs no guard. Most classes need nothing more than this scan, so it builds no objects.
 */
public final class ClassScan {
  /** Tags of constants (JVMS 4.4). */
  private static final int FIELD = 9;

  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;
  private static final int METHOD_HANDLE = 15;
  private static final int INVOKE_DYNAMIC = 18;

  /** Instructions that have no constants in ASM, because it represents them in another form. */
  private static final int LDC_W = 19;

  private static final int WIDE = 196;

  /**
   * The length of each instruction in bytes (JVMS 6.5); {@code 0} where the instruction itself
   * determines its length.
   */
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

  /**
   * The action for each instruction: one of the constants above, or its length if it is only
   * skipped.
   */
  private static final byte[] KINDS = new byte[LENGTHS.length()];

  private static final int PLAIN = 1;
  private static final int OF_ANY_LENGTH = 0;
  private static final int ELEMENT = -1;
  private static final int CALL = -2;
  private static final int CONSTANT = -3;

  static {
    for (int opcode = 0; opcode < KINDS.length; opcode++) {
      int kind = LENGTHS.charAt(opcode) == '0' ? OF_ANY_LENGTH : LENGTHS.charAt(opcode) - '0';
      if (ElementAccess.is(opcode)) {
        kind = ELEMENT;
      } else if (opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEINTERFACE) {
        kind = CALL;
      } else if (opcode == Opcodes.LDC || opcode == LDC_W) {
        kind = CONSTANT;
      }
      KINDS[opcode] = (byte) kind;
    }
  }

  private final ClassBytes bytes;
  private final ClassReader reader;
  private final int selfName;

  private final CallFences calls;
  private final Leaks leaks;
  private final ForeignArrays foreign;
  private final char[] buffer;

  /** The numbers of the constants of calls that may need a fence. */
  private final BitSet fencedCalls = new BitSet();

  private final BitSet methods = new BitSet();
  private boolean hasNative;
  private boolean mayLeak;

  private ClassScan(ClassBytes bytes, Hierarchy hierarchy, PlatformCalls platform) {
    this.bytes = bytes;
    this.reader = bytes.reader();
    this.selfName = bytes.constantAt(bytes.constantAt(reader.header + 2));
    this.calls = new CallFences(bytes, hierarchy, platform);
    this.leaks = new Leaks(hierarchy, platform);
    this.foreign = new ForeignArrays(hierarchy, platform);
    this.buffer = new char[reader.getMaxStringLength()];
  }

  /** Scans a class. */
  public static ClassScan of(ClassBytes bytes, Hierarchy hierarchy, PlatformCalls platform) {
    ClassScan scan = new ClassScan(bytes, hierarchy, platform);
    scan.scanFields();
    scan.findFencedCalls();
    scan.scanMethods();
    scan.scanBootstrapMethods();
    return scan;
  }

  /** Whether the class needs the full analysis. */
  public boolean needsGuards() {
    return mayLeak() || !methods.isEmpty();
  }

  /** Whether arrays may reach unseen code other than by calls, or whether native code may. */
  public boolean mayLeak() {
    return mayLeak || hasNative;
  }

  /** Whether a method may need guards, by its number in the file. */
  public boolean mayNeedGuards(int method) {
    return methods.get(method);
  }

  /** The analysis of the arrays that calls of the class hand out. */
  public CallFences calls() {
    return calls;
  }

  /** The arrays that the JDK passes to the class's methods, and those that they return to it. */
  public ForeignArrays foreign() {
    return foreign;
  }

  /**
   * The places where arrays may reach unseen code.
   *
   * @param files the class, with those around it
   */
  public List<UnguardedMethod> leaks(ClassFiles files) {
    return leaks.find(files);
  }

  private void scanFields() {
    for (int i = 1; i < reader.getItemCount() && !mayLeak; i++) {
      int item = reader.getItem(i);
      if (item != 0 && bytes.u1(item - 1) == FIELD && bytes.isArray(nameAndType(item) + 2)) {
        mayLeak = leaks.usesForeignArray(owner(item), name(item), descriptor(item));
      }
    }
  }

  private void scanMethods() {
    int[] all = bytes.methods();
    for (int m = 0; m < all.length; m++) {
      int method = all[m];
      int access = bytes.u2(method);
      hasNative |= (access & Opcodes.ACC_NATIVE) != 0;
      boolean needs =
          bytes.takesOrReturnsArrays(method + 4)
              && foreign.areTaken(
                  access, reader.readUTF8(method + 2, buffer), reader.readUTF8(method + 4, buffer));
      int code = bytes.code(method);
      if (code != 0) {
        needs |= scanCode(code, code + bytes.codeLength(code));
      }
      methods.set(m, needs);
    }
  }

  /**
   * Whether instructions use elements, or calls need a fence. Goes through the whole code, because
   * constants that it loads may leak arrays.
   */
  private boolean scanCode(int start, int end) {
    byte[] text = bytes.bytes();
    boolean needs = false;
    int at = start;
    while (at < end) {
      int opcode = text[at] & 0xFF;
      if (opcode >= KINDS.length) {
        throw new IllegalArgumentException(
            opcode + " is no instruction; it stands at " + (at - start));
      }
      int kind = KINDS[opcode];
      if (kind >= PLAIN) {
        at += kind;
        continue;
      }
      switch (kind) {
        case ELEMENT -> needs = true;
        case CALL -> needs |= fencedCalls.get(bytes.u2(at + 1));
        case CONSTANT ->
            scanConstant(opcode == Opcodes.LDC ? text[at + 1] & 0xFF : bytes.u2(at + 1));
        default -> {
          // Only its length matters.
        }
      }
      at += length(opcode, at, at - start);
    }
    return needs;
  }

  /**
   * The length in bytes of an instruction.
   *
   * @param offset its offset in the class file
   * @param at its offset in its method, which decides the padding of switches
   */
  private int length(int opcode, int offset, int at) {
    int length = LENGTHS.charAt(opcode) - '0';
    if (length > 0) {
      return length;
    }
    if (opcode == WIDE) {
      return bytes.u1(offset + 1) == Opcodes.IINC ? 6 : 4;
    }
    int padding = 3 - (at & 3);
    int operands = offset + 1 + padding;
    int cases =
        opcode == Opcodes.TABLESWITCH
            ? 12 + 4 * (bytes.u4(operands + 8) - bytes.u4(operands + 4) + 1)
            : 8 + 8 * bytes.u4(operands + 4);
    return 1 + padding + cases;
  }

  /**
   * Finds the constants of calls that may need a fence. This is a pass of its own, with a second
   * one for the candidates: the JIT would otherwise compile everything as one large method.
   */
  private void findFencedCalls() {
    BitSet doubtful = new BitSet();
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      if (item != 0) {
        int tag = bytes.u1(item - 1);
        if ((tag == METHOD || tag == INTERFACE_METHOD) && mayNeedFence(item)) {
          doubtful.set(i);
        }
      }
    }
    findFencedCalls(doubtful);
  }

  private void findFencedCalls(BitSet doubtful) {
    for (int i = doubtful.nextSetBit(0); i >= 0; i = doubtful.nextSetBit(i + 1)) {
      fencedCalls.set(i, isFencedCall(reader.getItem(i)));
    }
  }

  /**
   * A cheap filter for {@link #isFencedCall}: false for most calls, and computed without making
   * strings of constants.
   */
  private boolean mayNeedFence(int item) {
    int nameAndType = nameAndType(item);
    int ownerName = bytes.constantAt(bytes.constantAt(item));
    if (bytes.sameText(ownerName, selfName)) {
      int access = bytes.accessOf(bytes.constantAt(nameAndType), bytes.constantAt(nameAndType + 2));
      return access < 0 || (access & Opcodes.ACC_NATIVE) != 0;
    }
    return bytes.reachesArrays(nameAndType + 2)
        || bytes.u1(ownerName + 2) == '['
        || bytes.sameText(ownerName, selfName)
        || bytes.startsWith(ownerName, UnguardedCode.PACKAGE)
        || CallFences.readsFields(bytes, nameAndType);
  }

  private boolean isFencedCall(int item) {
    String owner = owner(item);
    String name = name(item);
    return calls.mayNeed(owner, name, descriptor(item))
        || UnguardedCode.madeBy(owner, name).isPresent()
        || NamedMethod.by(owner, name).isPresent()
        || ReflectiveCall.by(owner, name).isPresent();
  }

  private void scanConstant(int constant) {
    if (bytes.u1(reader.getItem(constant) - 1) == METHOD_HANDLE) {
      mayLeak |= leaks.leaks(handle(constant));
    }
  }

  /** Scans the bootstrap methods of call sites, and the arguments that these are given. */
  private void scanBootstrapMethods() {
    int table = bytes.attribute("BootstrapMethods");
    if (table == 0) {
      return;
    }
    int[] handles = new int[bytes.u2(table)];
    int offset = table + 2;
    for (int b = 0; b < handles.length; b++) {
      handles[b] = bytes.u2(offset);
      int arguments = bytes.u2(offset + 2);
      offset += 4;
      for (int a = 0; a < arguments; a++) {
        scanConstant(bytes.u2(offset));
        offset += 2;
      }
    }
    for (int i = 1; i < reader.getItemCount() && !mayLeak; i++) {
      int item = reader.getItem(i);
      if (item != 0 && bytes.u1(item - 1) == INVOKE_DYNAMIC) {
        mayLeak = Leaks.leaks(handle(handles[bytes.u2(item)]), descriptor(item));
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
    return bytes.constantAt(member + 2);
  }
}
