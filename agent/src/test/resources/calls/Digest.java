import java.io.*;
import java.lang.reflect.Proxy;
import java.nio.*;
import java.util.*;
import java.util.stream.BaseStream;

/** Reduces what is visible of objects to one number; streams and readers are consumed. */
final class Digest {
  private static final int MOST = 2000;
  private long sum;
  private String start = "";

  void add(Object value) {
    add(value, 0);
  }

  private void say(Object text) {
    String said = String.valueOf(text).replaceAll("@[0-9a-f]+", "@");
    sum = sum * 1_000_003 + said.hashCode();
    if (start.length() < 60) {
      start += (said.length() > 20 ? said.substring(0, 20) : said).replaceAll("\\s", "_") + ",";
    }
  }

  private void add(Object value, int depth) {
    if (value == null || depth > 4) {
      say(value == null ? "null" : "deep");
      return;
    }
    // The names of classes made at run time depend on what was made before.
    Class<?> type = value.getClass();
    say(type.isHidden() || Proxy.isProxyClass(type) ? "made" : type.getName());
    try {
      addContent(value, depth);
    } catch (Throwable e) {
      say(e);
    }
  }

  private void addContent(Object value, int depth) throws Throwable {
    if (value instanceof byte[] a) {
      say(Arrays.hashCode(a));
    } else if (value instanceof char[] a) {
      say(Arrays.hashCode(a));
    } else if (value instanceof short[] a) {
      say(Arrays.hashCode(a));
    } else if (value instanceof int[] a) {
      say(Arrays.hashCode(a));
    } else if (value instanceof long[] a) {
      say(Arrays.hashCode(a));
    } else if (value instanceof float[] a) {
      say(Arrays.hashCode(a));
    } else if (value instanceof double[] a) {
      say(Arrays.hashCode(a));
    } else if (value instanceof boolean[] a) {
      say(Arrays.hashCode(a));
    } else if (value instanceof Object[] all) {
      for (Object part : all) {
        add(part, depth + 1);
      }
    } else if (value instanceof Throwable e) {
      say(e);
    } else if (value instanceof ByteArrayOutputStream out) {
      add(out.toByteArray(), depth);
    } else if (value instanceof InputStream in) {
      for (int k = 0; k < MOST; k++) {
        int read = in.read();
        say(read);
        if (read < 0) {
          break;
        }
      }
    } else if (value instanceof Reader in) {
      for (int k = 0; k < MOST; k++) {
        int read = in.read();
        say(read);
        if (read < 0) {
          break;
        }
      }
    } else if (value instanceof Buffer buffer) {
      say(value);
      addBuffer(buffer);
    } else if (value instanceof BaseStream<?, ?> stream) {
      addAll(stream.iterator(), depth);
    } else if (value instanceof Spliterator<?> parts) {
      List<Object> all = new ArrayList<>();
      for (int k = 0; k < MOST && parts.tryAdvance(all::add); k++) {}
      addAll(all.iterator(), depth);
    } else if (value instanceof Iterator<?> all) {
      addAll(all, depth);
    } else if (value instanceof Collection<?> all) {
      addAll(all.iterator(), depth);
    } else if (value instanceof Map<?, ?> map) {
      addAll(map.values().iterator(), depth);
    } else if (value instanceof Optional<?> optional) {
      add(optional.orElse(null), depth + 1);
    } else if (value instanceof BitSet bits) {
      add(bits.toLongArray(), depth);
    } else if (value.getClass().getName().endsWith("MemorySegmentImpl")) {
      add(bytesOf(value), depth);
    } else {
      say(value);
    }
  }

  /** Memory segments, which JDK 17 does not have. */
  private static Object bytesOf(Object segment) throws ReflectiveOperationException {
    Class<?> bytes = Class.forName("java.lang.foreign.ValueLayout$OfByte");
    Object layout = Class.forName("java.lang.foreign.ValueLayout").getField("JAVA_BYTE").get(null);
    Class<?> type = Class.forName("java.lang.foreign.MemorySegment");
    return type.getMethod("toArray", bytes).invoke(segment, layout);
  }

  private void addAll(Iterator<?> all, int depth) {
    for (int k = 0; k < MOST && all.hasNext(); k++) {
      add(all.next(), depth + 1);
    }
  }

  private void addBuffer(Buffer buffer) {
    Buffer all = buffer.duplicate().clear();
    if (all instanceof ByteBuffer b) {
      while (b.hasRemaining()) {
        say(b.get());
      }
    } else if (all instanceof CharBuffer b) {
      while (b.hasRemaining()) {
        say((int) b.get());
      }
    } else if (all instanceof ShortBuffer b) {
      while (b.hasRemaining()) {
        say(b.get());
      }
    } else if (all instanceof IntBuffer b) {
      while (b.hasRemaining()) {
        say(b.get());
      }
    } else if (all instanceof LongBuffer b) {
      while (b.hasRemaining()) {
        say(b.get());
      }
    } else if (all instanceof FloatBuffer b) {
      while (b.hasRemaining()) {
        say(b.get());
      }
    } else if (all instanceof DoubleBuffer b) {
      while (b.hasRemaining()) {
        say(b.get());
      }
    }
  }

  @Override
  public String toString() {
    return Long.toHexString(sum) + " " + start;
  }
}
