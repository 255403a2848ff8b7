package dev.slipstream.opencl.memory;

import org.lwjgl.system.MemoryUtil;

/** The eight types of primitive array, each with its way between the heap and native memory. */
enum ElementType {
  BOOLEAN(0) {
    @Override
    int length(Object array) {
      return ((boolean[]) array).length;
    }

    @Override
    void load(Object array, int from, int count, long address) {
      boolean[] source = (boolean[]) array;
      for (int i = 0; i < count; i++) {
        MemoryUtil.memPutByte(address + i, source[from + i] ? (byte) 1 : 0);
      }
    }

    @Override
    void store(Object array, int from, int count, long address) {
      boolean[] target = (boolean[]) array;
      for (int i = 0; i < count; i++) {
        target[from + i] = MemoryUtil.memGetByte(address + i) != 0;
      }
    }

    @Override
    void storeChanged(Object array, int from, int count, long address, long before) {
      boolean[] target = (boolean[]) array;
      for (int i = 0; i < count; i++) {
        byte after = MemoryUtil.memGetByte(address + i);
        if (after != MemoryUtil.memGetByte(before + i)) {
          target[from + i] = after != 0;
        }
      }
    }
  },
  BYTE(0) {
    @Override
    int length(Object array) {
      return ((byte[]) array).length;
    }

    @Override
    void load(Object array, int from, int count, long address) {
      MemoryUtil.memByteBuffer(address, count).put((byte[]) array, from, count);
    }

    @Override
    void store(Object array, int from, int count, long address) {
      MemoryUtil.memByteBuffer(address, count).get((byte[]) array, from, count);
    }

    @Override
    void storeChanged(Object array, int from, int count, long address, long before) {
      byte[] target = (byte[]) array;
      for (int i = 0; i < count; i++) {
        byte after = MemoryUtil.memGetByte(address + i);
        if (after != MemoryUtil.memGetByte(before + i)) {
          target[from + i] = after;
        }
      }
    }
  },
  SHORT(1) {
    @Override
    int length(Object array) {
      return ((short[]) array).length;
    }

    @Override
    void load(Object array, int from, int count, long address) {
      MemoryUtil.memShortBuffer(address, count).put((short[]) array, from, count);
    }

    @Override
    void store(Object array, int from, int count, long address) {
      MemoryUtil.memShortBuffer(address, count).get((short[]) array, from, count);
    }

    @Override
    void storeChanged(Object array, int from, int count, long address, long before) {
      short[] target = (short[]) array;
      for (int i = 0; i < count; i++) {
        short after = MemoryUtil.memGetShort(address + ((long) i << 1));
        if (after != MemoryUtil.memGetShort(before + ((long) i << 1))) {
          target[from + i] = after;
        }
      }
    }
  },
  CHAR(1) {
    @Override
    int length(Object array) {
      return ((char[]) array).length;
    }

    @Override
    void load(Object array, int from, int count, long address) {
      MemoryUtil.memCharBuffer(address, count).put((char[]) array, from, count);
    }

    @Override
    void store(Object array, int from, int count, long address) {
      MemoryUtil.memCharBuffer(address, count).get((char[]) array, from, count);
    }

    @Override
    void storeChanged(Object array, int from, int count, long address, long before) {
      char[] target = (char[]) array;
      for (int i = 0; i < count; i++) {
        char after = MemoryUtil.memGetChar(address + ((long) i << 1));
        if (after != MemoryUtil.memGetChar(before + ((long) i << 1))) {
          target[from + i] = after;
        }
      }
    }
  },
  INT(2) {
    @Override
    int length(Object array) {
      return ((int[]) array).length;
    }

    @Override
    void load(Object array, int from, int count, long address) {
      MemoryUtil.memIntBuffer(address, count).put((int[]) array, from, count);
    }

    @Override
    void store(Object array, int from, int count, long address) {
      MemoryUtil.memIntBuffer(address, count).get((int[]) array, from, count);
    }

    @Override
    void storeChanged(Object array, int from, int count, long address, long before) {
      int[] target = (int[]) array;
      for (int i = 0; i < count; i++) {
        int after = MemoryUtil.memGetInt(address + ((long) i << 2));
        if (after != MemoryUtil.memGetInt(before + ((long) i << 2))) {
          target[from + i] = after;
        }
      }
    }
  },
  LONG(3) {
    @Override
    int length(Object array) {
      return ((long[]) array).length;
    }

    @Override
    void load(Object array, int from, int count, long address) {
      MemoryUtil.memLongBuffer(address, count).put((long[]) array, from, count);
    }

    @Override
    void store(Object array, int from, int count, long address) {
      MemoryUtil.memLongBuffer(address, count).get((long[]) array, from, count);
    }

    @Override
    void storeChanged(Object array, int from, int count, long address, long before) {
      long[] target = (long[]) array;
      for (int i = 0; i < count; i++) {
        long after = MemoryUtil.memGetLong(address + ((long) i << 3));
        if (after != MemoryUtil.memGetLong(before + ((long) i << 3))) {
          target[from + i] = after;
        }
      }
    }
  },
  FLOAT(2) {
    @Override
    int length(Object array) {
      return ((float[]) array).length;
    }

    @Override
    void load(Object array, int from, int count, long address) {
      MemoryUtil.memFloatBuffer(address, count).put((float[]) array, from, count);
    }

    @Override
    void store(Object array, int from, int count, long address) {
      MemoryUtil.memFloatBuffer(address, count).get((float[]) array, from, count);
    }

    @Override
    void storeChanged(Object array, int from, int count, long address, long before) {
      float[] target = (float[]) array;
      for (int i = 0; i < count; i++) {
        int after = MemoryUtil.memGetInt(address + ((long) i << 2));
        if (after != MemoryUtil.memGetInt(before + ((long) i << 2))) {
          target[from + i] = Float.intBitsToFloat(after);
        }
      }
    }
  },
  DOUBLE(3) {
    @Override
    int length(Object array) {
      return ((double[]) array).length;
    }

    @Override
    void load(Object array, int from, int count, long address) {
      MemoryUtil.memDoubleBuffer(address, count).put((double[]) array, from, count);
    }

    @Override
    void store(Object array, int from, int count, long address) {
      MemoryUtil.memDoubleBuffer(address, count).get((double[]) array, from, count);
    }

    @Override
    void storeChanged(Object array, int from, int count, long address, long before) {
      double[] target = (double[]) array;
      for (int i = 0; i < count; i++) {
        long after = MemoryUtil.memGetLong(address + ((long) i << 3));
        if (after != MemoryUtil.memGetLong(before + ((long) i << 3))) {
          target[from + i] = Double.longBitsToDouble(after);
        }
      }
    }
  };

  private final int shift;

  ElementType(int shift) {
    this.shift = shift;
  }

  /**
   * The type of the elements of an array.
   *
   * @param array the class of the array
   * @throws IllegalArgumentException if it is not an array of primitives
   */
  static ElementType of(Class<?> array) {
    if (array == double[].class) {
      return DOUBLE;
    } else if (array == float[].class) {
      return FLOAT;
    } else if (array == int[].class) {
      return INT;
    } else if (array == long[].class) {
      return LONG;
    } else if (array == byte[].class) {
      return BYTE;
    } else if (array == boolean[].class) {
      return BOOLEAN;
    } else if (array == short[].class) {
      return SHORT;
    } else if (array == char[].class) {
      return CHAR;
    }
    throw new IllegalArgumentException(array + " is not an array of primitives");
  }

  /** The size of {@code count} elements in bytes. */
  final long bytes(long count) {
    return count << shift;
  }

  /** The number of whole elements in {@code bytes} bytes. */
  final int elements(long bytes) {
    return (int) (bytes >> shift);
  }

  /** The number of elements of {@code array}. */
  abstract int length(Object array);

  /** Copies {@code count} elements, from element {@code from} on, to native memory. */
  abstract void load(Object array, int from, int count, long address);

  /** Copies {@code count} elements from native memory to the array, from {@code from} on. */
  abstract void store(Object array, int from, int count, long address);

  /**
   * Like {@link #store}, but touches only those array elements whose bits at {@code address} differ
   * from those at {@code before}.
   */
  abstract void storeChanged(Object array, int from, int count, long address, long before);
}
