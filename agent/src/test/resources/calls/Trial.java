import java.io.*;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.security.GeneralSecurityException;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

/**
 * One call of a method of the JDK, with arrays that a loop has just written and another loop writes
 * afterwards; also during the call, if it calls the program or another thread runs.
 */
public class Trial {
  /** More elements than stay on the host alone. */
  static final int LENGTH = 160;

  /** Where loops run besides before and after the call. */
  enum While {
    NOTHING,
    CALLED,
    WAITING
  }

  interface Call {
    Object run(Trial trial) throws Throwable;
  }

  private static final int[][] NUMBERS = {{3, 40, 5, 60}, {0, LENGTH, 0, LENGTH}, {16, 16, 64, 7}};

  final int variant;
  private final While meanwhile;
  private final Map<String, Object> arrays = new LinkedHashMap<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private int numbers;
  private int called;
  private int changes = 1;
  private long seen;

  Trial(int variant, While meanwhile) {
    this.variant = variant;
    this.meanwhile = meanwhile;
  }

  /** Runs the trial, and returns the outcome. */
  static String run(Call call, int variant, While meanwhile) {
    Trial trial = new Trial(variant, meanwhile);
    boolean late = variant % 2 == 1;
    Digest digest = new Digest();
    Object result;
    try {
      result = call.run(trial);
    } catch (Throwable e) {
      result = e;
    }
    if (!late) {
      digest.add(result);
    }
    trial.change();
    digest.add(result);
    for (Object array : trial.arrays.values()) {
      digest.add(array);
    }
    trial.close(result);
    String end = result instanceof Throwable ? " thrown " + result.getClass().getName() : "";
    return digest + " " + trial.called + " " + trial.seen + end;
  }

  private void change() {
    changes++;
    for (Object array : arrays.values()) {
      Changes.change(array, changes);
    }
  }

  /** Runs in all code that a method of the JDK calls. */
  void called() {
    int count;
    synchronized (this) {
      count = ++called;
    }
    if (meanwhile == While.NOTHING || count % 3 != 1 || changes > 3) {
      return;
    }
    if (meanwhile == While.CALLED) {
      change();
      return;
    }
    Thread other = new Thread(this::change);
    other.start();
    try {
      other.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void called(long value) {
    seen = seen * 31 + value;
    called();
  }

  private void close(Object result) {
    for (Object part : result instanceof Object[] parts ? parts : new Object[] {result}) {
      if (part instanceof AutoCloseable closeable && !(part instanceof Proxy)) {
        opened.add(closeable);
      }
    }
    for (AutoCloseable closeable : opened) {
      try {
        closeable.close();
      } catch (Throwable e) {
        // Some methods only end what they were given.
      }
    }
  }

  int n() {
    return NUMBERS[variant % NUMBERS.length][numbers++ % 4];
  }

  /** Returns the array with a number, of a type. */
  Object array(Class<?> type, int number) {
    return arrays.computeIfAbsent(
        type.getName() + number,
        key -> {
          Object array = make(type);
          Changes.change(array, number + 1);
          return array;
        });
  }

  private static Object make(Class<?> type) {
    Class<?> component = type.getComponentType();
    if (component.isPrimitive()) {
      return Array.newInstance(component, LENGTH);
    }
    Object array = Array.newInstance(component, 3);
    for (int row = 0; row < 3; row++) {
      Array.set(array, row, make(component));
    }
    return array;
  }

  Object[] objects() {
    return new Object[] {array(int[].class, 7), new Parts.Element(this), array(byte[].class, 7)};
  }

  /** Returns an object of an interface, whose methods are the program's. */
  <T> T proxy(Class<T> type) {
    InvocationHandler handler =
        (self, method, given) -> {
          called();
          switch (method.getName()) {
            case "hashCode":
              return 7;
            case "equals":
              return self == given[0];
            case "toString":
              return type.getSimpleName();
            default:
          }
          Class<?> returned = method.getReturnType();
          int answer = answer(given);
          if (returned == boolean.class) {
            return answer % 2 == 0;
          }
          if (returned == int.class || returned == Integer.class) {
            return answer % 5;
          }
          if (returned == long.class) {
            return answer % 5L;
          }
          if (returned == double.class) {
            return answer / 8.0;
          }
          if (returned.isPrimitive()) {
            return returned == void.class ? null : Array.get(Array.newInstance(returned, 1), 0);
          }
          return given != null && given.length > 0 && returned.isInstance(given[0])
              ? given[0]
              : returned == String.class ? "37" : null;
        };
    return type.cast(
        Proxy.newProxyInstance(Trial.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** Returns the same value for the same numbers: threads of the JDK may call this in any order. */
  private int answer(Object[] given) {
    boolean areNumbers = given != null && given.length > 0;
    for (Object one : areNumbers ? given : new Object[0]) {
      areNumbers &= one instanceof Number;
    }
    return areNumbers ? Arrays.hashCode(given) & 0xFFFF : called;
  }

  /** Returns the file of this trial. */
  File file() throws IOException {
    Path file = Files.createTempFile(Path.of("."), "trial", "");
    Files.writeString(file, "0123456789".repeat(50));
    opened.add(() -> Files.deleteIfExists(file));
    return file.toFile();
  }

  MappedByteBuffer mapped() throws IOException {
    try (FileChannel channel =
        FileChannel.open(file().toPath(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, 400);
    }
  }

  /** Returns a stream of some bytes. */
  PipedInputStream pipe() throws IOException {
    PipedInputStream in = new PipedInputStream(300);
    try (PipedOutputStream out = new PipedOutputStream(in)) {
      out.write("01234567".repeat(30).getBytes());
    }
    return in;
  }

  PipedReader readerOfPipe() throws IOException {
    PipedReader in = new PipedReader(300);
    try (PipedWriter out = new PipedWriter(in)) {
      out.write("01234567".repeat(30));
    }
    return in;
  }

  PipedOutputStream endOfPipe() throws IOException {
    return new PipedOutputStream(new PipedInputStream(1000));
  }

  PipedWriter writerOfPipe() throws IOException {
    return new PipedWriter(new PipedReader(1000));
  }

  static Cipher cipher() throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
    cipher.init(
        Cipher.ENCRYPT_MODE,
        new SecretKeySpec(new byte[16], "AES"),
        new IvParameterSpec(new byte[16]));
    return cipher;
  }

  static Mac mac() throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(new byte[16], "AES"));
    return mac;
  }

  <T extends AutoCloseable> T opened(T closeable) {
    opened.add(0, closeable);
    return closeable;
  }
}
