import dev.slipstream.api.Parallel;

/** The loops that write arrays on the device. */
final class Changes {
  private Changes() {}

  static void change(byte[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      a[i] = (byte) ('0' + ((a[i] * 3 + i * k) & 7));
    }
  }

  static void change(char[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      a[i] = (char) ('0' + ((a[i] * 3 + i * k) & 7));
    }
  }

  static void change(short[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      a[i] = (short) ('0' + ((a[i] * 3 + i * k) & 7));
    }
  }

  static void change(int[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      a[i] = '0' + ((a[i] * 3 + i * k) & 7);
    }
  }

  static void change(long[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      a[i] = '0' + ((a[i] * 3 + i * k) & 7);
    }
  }

  static void change(float[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      a[i] = a[i] * 0.5f + ((i * k) & 7);
    }
  }

  static void change(double[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      a[i] = a[i] * 0.5 + ((i * k) & 7);
    }
  }

  static void change(boolean[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      a[i] = ((i * k + (a[i] ? 1 : 0)) & 3) == 0;
    }
  }

  /** Writes an array of primitives, or the rows of one. */
  static void change(Object a, int k) {
    if (a instanceof byte[] of) {
      change(of, k);
    } else if (a instanceof char[] of) {
      change(of, k);
    } else if (a instanceof short[] of) {
      change(of, k);
    } else if (a instanceof int[] of) {
      change(of, k);
    } else if (a instanceof long[] of) {
      change(of, k);
    } else if (a instanceof float[] of) {
      change(of, k);
    } else if (a instanceof double[] of) {
      change(of, k);
    } else if (a instanceof boolean[] of) {
      change(of, k);
    } else {
      for (Object row : (Object[]) a) {
        change(row, k);
      }
    }
  }
}
