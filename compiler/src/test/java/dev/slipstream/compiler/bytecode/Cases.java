package dev.slipstream.compiler.bytecode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.Printer;

/** The cases. */
final class Cases {
  private static final String NUMBERS = "IJFD";
  private static final Object[][] CONSTANTS = {
    {0, 1, -1, 7, -10, 16, 31, 33, Integer.MIN_VALUE, Integer.MAX_VALUE},
    {0L, 1L, -1L, 7L, -10L, 64L, 1L << 32, Long.MIN_VALUE, Long.MAX_VALUE},
    {0f, -0f, 1f, -1f, 0.1f, 3e38f, 1e-45f, Float.POSITIVE_INFINITY, Float.NaN},
    {0d, -0d, 1d, -1d, 0.1, 1e308, 4.9e-324, Double.NEGATIVE_INFINITY, Double.NaN}
  };

  private final List<Case> cases = new ArrayList<>();

  private Cases() {}

  static List<Case> all() {
    Cases all = new Cases();
    all.binaryOperators();
    all.shifts();
    all.divisions();
    all.conversions();
    all.comparisons();
    all.constants();
    all.locals();
    all.increments();
    all.stack();
    all.arrays();
    all.switches();
    return all.cases;
  }

  private void add(String name, String operands, char result, Consumer<Emitter> code) {
    cases.add(new Case(name, operands, result, code));
  }

  private static String name(int opcode) {
    return Printer.OPCODES[opcode].toLowerCase(Locale.ROOT);
  }

  private void binaryOperators() {
    for (int t = 0; t < 4; t++) {
      char type = NUMBERS.charAt(t);
      for (int base : new int[] {Opcodes.IADD, Opcodes.ISUB, Opcodes.IMUL}) {
        binary(base + t, type);
      }
      int negate = Opcodes.INEG + t;
      add(name(negate), "" + type, type, e -> e.load(0).op(negate));
    }
    for (int t = 2; t < 4; t++) {
      binary(Opcodes.IDIV + t, NUMBERS.charAt(t));
      binary(Opcodes.IREM + t, NUMBERS.charAt(t));
    }
    for (int t = 0; t < 2; t++) {
      for (int base : new int[] {Opcodes.IAND, Opcodes.IOR, Opcodes.IXOR}) {
        binary(base + t, NUMBERS.charAt(t));
      }
    }
  }

  /** With two operands, and with a constant on either side. */
  private void binary(int opcode, char type) {
    add(name(opcode), "" + type + type, type, e -> e.load(0, 1).op(opcode));
    for (Object constant : CONSTANTS[NUMBERS.indexOf(type)]) {
      String named = name(opcode) + " " + constant;
      add(named, "" + type, type, e -> e.load(0).constant(constant).op(opcode));
      add(named + " left", "" + type, type, e -> e.constant(constant).load(0).op(opcode));
    }
  }

  private void shifts() {
    for (int base : new int[] {Opcodes.ISHL, Opcodes.ISHR, Opcodes.IUSHR}) {
      for (int t = 0; t < 2; t++) {
        int opcode = base + t;
        char type = NUMBERS.charAt(t);
        add(name(opcode), type + "I", type, e -> e.load(0, 1).op(opcode));
        for (Object count : new Object[] {0, 1, 31, 32, 33, 63, 64, -1, Integer.MIN_VALUE}) {
          add(
              name(opcode) + " " + count,
              "" + type,
              type,
              e -> e.load(0).constant(count).op(opcode));
        }
      }
    }
  }

  /**
   * Divisors that are recognised not to be zero: constants, and numbers of which one bit is
   * certainly set.
   */
  private void divisions() {
    for (int base : new int[] {Opcodes.IDIV, Opcodes.IREM}) {
      for (int t = 0; t < 2; t++) {
        int opcode = base + t;
        int or = Opcodes.IOR + t;
        char type = NUMBERS.charAt(t);
        for (Object constant : CONSTANTS[t]) {
          if (((Number) constant).longValue() != 0) {
            add(
                name(opcode) + " " + constant,
                "" + type,
                type,
                e -> e.load(0).constant(constant).op(opcode));
            add(
                name(opcode) + " or " + constant,
                "" + type + type,
                type,
                e -> e.load(0, 1).constant(constant).op(or, opcode));
          }
        }
      }
    }
  }

  private void conversions() {
    String from = "IIIJJJFFFDDDIII";
    String to = "JFDIFDIJDIJFBCS";
    for (int c = 0; c < from.length(); c++) {
      int opcode = Opcodes.I2L + c;
      char target = to.charAt(c);
      add(name(opcode), "" + from.charAt(c), Emitter.kind(target), e -> e.load(0).op(opcode));
    }
    for (char small : "BCS".toCharArray()) {
      for (int wide : new int[] {Opcodes.L2I, Opcodes.F2I, Opcodes.D2I}) {
        int narrow = Opcodes.I2B + "BCS".indexOf(small);
        String operand = wide == Opcodes.L2I ? "J" : wide == Opcodes.F2I ? "F" : "D";
        add(name(wide) + " " + name(narrow), operand, small, e -> e.load(0).op(wide, narrow));
      }
    }
  }

  private void comparisons() {
    int[] compares = {Opcodes.LCMP, Opcodes.FCMPL, Opcodes.FCMPG, Opcodes.DCMPL, Opcodes.DCMPG};
    for (int compare : compares) {
      String operands = compare == Opcodes.LCMP ? "JJ" : compare <= Opcodes.FCMPG ? "FF" : "DD";
      add(name(compare), operands, 'I', e -> e.load(0, 1).op(compare));
      for (int jump = Opcodes.IFEQ; jump <= Opcodes.IFLE; jump++) {
        int opcode = jump;
        add(
            name(compare) + " " + name(jump),
            operands,
            'I',
            e -> e.load(0, 1).op(compare).jump(opcode));
      }
    }
    for (int jump = Opcodes.IFEQ; jump <= Opcodes.IFLE; jump++) {
      int opcode = jump;
      add(name(jump), "I", 'I', e -> e.load(0).jump(opcode));
    }
    for (int jump = Opcodes.IF_ICMPEQ; jump <= Opcodes.IF_ICMPLE; jump++) {
      int opcode = jump;
      add(name(jump), "II", 'I', e -> e.load(0, 1).jump(opcode));
      // Values below on the stack remain there over the jump.
      add(
          name(jump) + " on a stack",
          "II",
          'I',
          e -> e.load(1, 0, 1).jump(opcode).load(0).op(Opcodes.IXOR, Opcodes.ISUB));
    }
  }

  private void constants() {
    for (int opcode = Opcodes.ICONST_M1; opcode <= Opcodes.DCONST_1; opcode++) {
      int constant = opcode;
      char type =
          opcode <= Opcodes.ICONST_5
              ? 'I'
              : opcode <= Opcodes.LCONST_1 ? 'J' : opcode <= Opcodes.FCONST_2 ? 'F' : 'D';
      add(name(opcode), "I", type, e -> e.op(constant));
    }
    for (int value : new int[] {-128, -2, 6, 127}) {
      add("bipush " + value, "I", 'I', e -> e.code().visitIntInsn(Opcodes.BIPUSH, value));
    }
    for (int value : new int[] {-32768, -129, 128, 32767}) {
      add("sipush " + value, "I", 'I', e -> e.code().visitIntInsn(Opcodes.SIPUSH, value));
    }
    for (int t = 0; t < 4; t++) {
      for (Object constant : CONSTANTS[t]) {
        add("ldc " + constant, "I", NUMBERS.charAt(t), e -> e.constant(constant));
      }
    }
    add("nop", "I", 'I', e -> e.op(Opcodes.NOP).load(0));
    add("aconst_null", "I", 'I', e -> e.op(Opcodes.ACONST_NULL, Opcodes.POP).load(0));
  }

  private void locals() {
    for (char type : NUMBERS.toCharArray()) {
      for (int local : new int[] {0, 1, 2, 3, Emitter.FREE, 300}) {
        add(
            type + " in local " + local,
            "" + type,
            type,
            e -> e.load(0).store(type, local).reload(type, local));
      }
    }
  }

  private void increments() {
    for (int by : new int[] {0, 1, -1, 127, -128, 128, -32768, 32767}) {
      for (int local : new int[] {2, 300}) {
        add(
            "iinc " + local + " " + by,
            "I",
            'I',
            e -> {
              e.load(0).store('I', local);
              e.code().visitIincInsn(local, by);
              e.reload('I', local);
            });
      }
    }
    add(
        "iinc after a load",
        "I",
        'I',
        e -> {
          e.load(0).store('I', 1).reload('I', 1);
          e.code().visitIincInsn(1, 5);
          e.reload('I', 1).constant(31).op(Opcodes.IMUL, Opcodes.IADD);
        });
  }

  private void stack() {
    arranged(Opcodes.POP, "II", "I");
    arranged(Opcodes.POP2, "III", "I");
    arranged(Opcodes.POP2, "IJ", "I");
    arranged(Opcodes.DUP, "I", "II");
    arranged(Opcodes.DUP_X1, "II", "III");
    arranged(Opcodes.DUP_X2, "III", "IIII");
    arranged(Opcodes.DUP_X2, "JI", "IJI");
    arranged(Opcodes.DUP2, "II", "IIII");
    arranged(Opcodes.DUP2, "J", "JJ");
    arranged(Opcodes.DUP2_X1, "III", "IIIII");
    arranged(Opcodes.DUP2_X1, "IJ", "JIJ");
    arranged(Opcodes.DUP2_X2, "IIII", "IIIIII");
    arranged(Opcodes.DUP2_X2, "IIJ", "JIIJ");
    arranged(Opcodes.DUP2_X2, "JII", "IIJII");
    arranged(Opcodes.DUP2_X2, "JJ", "JJJ");
    arranged(Opcodes.SWAP, "II", "II");
  }

  private void arranged(int opcode, String before, String after) {
    add(
        name(opcode) + " of " + before,
        before,
        'J',
        e -> {
          for (int o = 0; o < before.length(); o++) {
            e.load(o);
          }
          e.op(opcode).fold(after);
        });
  }

  /** Elements of each type are loaded as operands and stored as results; ints are cut. */
  private void arrays() {
    for (char type : "ZBCSIJFD".toCharArray()) {
      add("element " + type, "" + type, type, e -> e.load(0));
    }
    for (char type : "BCS".toCharArray()) {
      add("an int stored as " + type, "I", type, e -> e.load(0));
      add("element " + type + " of an int", "" + type, 'I', e -> e.load(0));
    }
    add("arraylength", "I", 'I', e -> e.length(0).load(0).op(Opcodes.IADD));
    add("an int stored as boolean", "I", 'Z', e -> e.load(0));
    add("element of booleans as an int", "Z", 'I', e -> e.load(0));
  }

  private void switches() {
    add("tableswitch", "I", 'I', e -> choose(e, -1, 0, 1, 2, 3));
    add("tableswitch at the end", "I", 'I', e -> choose(e, 2147483646, 2147483647));
    add("lookupswitch", "I", 'I', e -> choose(e, Integer.MIN_VALUE, -7, 10, 64, 65536));
  }

  private static void choose(Emitter e, int... keys) {
    Label[] labels = new Label[keys.length];
    for (int k = 0; k < keys.length; k++) {
      labels[k] = new Label();
    }
    Label otherwise = new Label();
    Label end = new Label();
    e.load(0);
    if (keys[keys.length - 1] - keys[0] == keys.length - 1) {
      e.code().visitTableSwitchInsn(keys[0], keys[keys.length - 1], otherwise, labels);
    } else {
      e.code().visitLookupSwitchInsn(otherwise, keys, labels);
    }
    for (int k = 0; k < keys.length; k++) {
      e.code().visitLabel(labels[k]);
      e.constant(100 + k);
      e.code().visitJumpInsn(Opcodes.GOTO, end);
    }
    e.code().visitLabel(otherwise);
    e.constant(-5);
    e.code().visitLabel(end);
  }
}
