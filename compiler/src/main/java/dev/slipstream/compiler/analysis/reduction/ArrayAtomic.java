package dev.slipstream.compiler.analysis.reduction;

import java.util.Locale;
import java.util.Optional;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A method of a kernel class that atomically updates an array element: {@code atomic_plus_I(int[]
 * array, int index, int value)} and similar ones. On the CPU its body runs; backends replace it by
 * an operation of their own.
 *
 * @param family the operation, not TIMES
 * @param type {@code I} or {@code J}
 */
public record ArrayAtomic(Family family, char type) {
  private static final String PREFIX = "atomic_";

  /** Whether there is such an operation. */
  public static boolean exists(Family family, char type) {
    return family != Family.TIMES && (type == 'I' || type == 'J');
  }

  /** The method's name. */
  public String methodName() {
    return PREFIX + family.name().toLowerCase(Locale.ROOT) + "_" + type;
  }

  /** The method's descriptor. */
  public String descriptor() {
    return "([" + type + "I" + type + ")V";
  }

  /**
   * The operation that a call in a kernel class performs.
   *
   * @param kernelClass the internal name of the kernel class
   */
  public static Optional<ArrayAtomic> of(MethodInsnNode call, String kernelClass) {
    if (call.owner.equals(kernelClass) && call.name.startsWith(PREFIX)) {
      for (Family family : Family.values()) {
        for (char type : new char[] {'I', 'J'}) {
          ArrayAtomic atomic = new ArrayAtomic(family, type);
          if (atomic.methodName().equals(call.name)) {
            return Optional.of(atomic);
          }
        }
      }
    }
    return Optional.empty();
  }
}
