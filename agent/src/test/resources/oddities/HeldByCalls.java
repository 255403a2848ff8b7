import dev.slipstream.api.Parallel;
import java.io.*;
import java.net.*;
import java.nio.CharBuffer;
import java.util.*;

/** Arrays that methods of the JDK hold while the program, or another of its threads, runs loops. */
public class HeldByCalls {
  static void change(byte[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      a[i] = (byte) (a[i] * 3 + i * k + 1);
    }
  }

  static void change(char[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      a[i] = (char) (a[i] * 3 + i * k + 1);
    }
  }

  static void change(int[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      a[i] = a[i] * 3 + i * k + 1;
    }
  }

  static void say(String what, byte[] a) {
    System.out.println(what + " " + Arrays.hashCode(a));
  }

  interface Work {
    void run() throws Exception;
  }

  static Thread start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Exception e) {
                System.out.println("failed: " + e);
              }
            });
    thread.start();
    return thread;
  }

  /** Waits until a thread waits. */
  static void awaitBlocked(Thread thread) throws Exception {
    int quiet = 0;
    while (quiet < 20) {
      StackTraceElement[] stack = thread.getStackTrace();
      String top = stack.length == 0 ? "" : stack[0].getMethodName();
      boolean waits =
          thread.getState() != Thread.State.RUNNABLE || top.matches("poll|park|read0|socketRead0");
      quiet = waits ? quiet + 1 : 0;
      Thread.sleep(5);
    }
  }

  static void blockedRead() throws Exception {
    byte[] a = new byte[5000];
    change(a, 1);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket out = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket in = server.accept()) {
      InputStream from = in.getInputStream();
      Thread reader = start(() -> System.out.println("read " + from.read(a, 7, 3)));
      awaitBlocked(reader);
      change(a, 2);
      out.getOutputStream().write(new byte[] {91, 92, 93});
      reader.join();
    }
    say("blocked read", a);
  }

  static void blockedWrite() throws Exception {
    byte[] a = new byte[5000];
    PipedInputStream in = new PipedInputStream(64);
    OutputStream out = new PipedOutputStream(in);
    Thread writer = start(() -> out.write(a));
    awaitBlocked(writer);
    change(a, 2);
    byte[] got = in.readNBytes(5000);
    writer.join();
    say("blocked write", got);
  }

  static void blockedReader() throws Exception {
    char[] a = new char[3000];
    PipedWriter out = new PipedWriter();
    PipedReader in = new PipedReader(out);
    Thread reader = start(() -> System.out.println("read " + in.read(a, 5, 4)));
    awaitBlocked(reader);
    change(a, 2);
    out.write("text");
    out.flush();
    reader.join();
    System.out.println("blocked reader " + Arrays.hashCode(a));
  }

  /** Its methods for arrays are the JDK's. */
  static class Sink extends OutputStream {
    final byte[] a;
    int seen;
    int sum;

    Sink(byte[] a) {
      this.a = a;
    }

    @Override
    public void write(int b) {
      if (seen++ % 300 == 7) {
        change(a, seen);
      }
      sum = sum * 31 + b;
    }
  }

  static class Source extends InputStream {
    final byte[] a;
    int given;
    int last = Integer.MAX_VALUE;

    Source(byte[] a) {
      this.a = a;
    }

    @Override
    public int read() throws IOException {
      if (given % 300 == 7) {
        change(a, given);
      }
      if (given == last) {
        throw new IOException("no more");
      }
      return (given++ * 7) & 0xFF;
    }
  }

  static class Letters implements CharSequence {
    final char[] a;

    Letters(char[] a) {
      this.a = a;
    }

    @Override
    public int length() {
      return 1000;
    }

    @Override
    public char charAt(int index) {
      if (index % 300 == 7) {
        change(a, index);
      }
      return (char) index;
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      return this;
    }
  }

  static class Dice extends Random {
    final byte[] a;
    int drawn;

    Dice(byte[] a) {
      this.a = a;
    }

    @Override
    protected int next(int bits) {
      if (a != null && drawn++ % 100 == 3) {
        change(a, drawn);
      }
      return drawn * 77777;
    }
  }

  static void calledBack() throws Exception {
    byte[] a = new byte[2000];
    change(a, 3);
    Sink direct = new Sink(a);
    direct.write(a);
    say("to a sink " + direct.sum, a);
    Sink filtered = new Sink(a);
    new FilterOutputStream(filtered).write(a, 0, 1500);
    say("filtered " + filtered.sum, a);
    Sink data = new Sink(a);
    new DataOutputStream(data).write(a, 100, 1500);
    say("data " + data.sum, a);
    System.out.println("got " + new Source(a).read(a));
    say("from a source", a);
    new DataInputStream(new Source(a)).readFully(a, 11, 1500);
    say("read fully", a);
    new Dice(a).nextBytes(a);
    say("drawn", a);
    int[] b = new int[3000];
    Arrays.setAll(
        b,
        i -> {
          if (i % 700 == 30) {
            change(b, i);
          }
          return i;
        });
    System.out.println("set " + Arrays.hashCode(b));
    char[] text = new char[1000];
    CharBuffer.wrap(new Letters(text)).get(text, 10, 900);
    System.out.println("text " + Arrays.hashCode(text));
  }

  static class Element {
    final int[] a;
    int calls;

    Element(int[] a) {
      this.a = a;
    }

    @Override
    public String toString() {
      change(a, ++calls);
      return "e";
    }

    @Override
    public int hashCode() {
      change(a, ++calls);
      return calls;
    }

    @Override
    public boolean equals(Object other) {
      change(a, ++calls);
      return true;
    }
  }

  static void elements() {
    int[] a = new int[1000];
    Element e = new Element(a);
    change(a, 5);
    Object[] all = {a, e, a, new Object[] {e, a}};
    System.out.println("text " + Arrays.deepToString(all).hashCode());
    System.out.println("hash " + Arrays.deepHashCode(all));
    int[] same = new int[1000];
    for (int i = 0; i < 1000; i++) {
      same[i] = a[i] * 3 + i * (e.calls + 1) + 1;
    }
    System.out.println("equal " + Arrays.deepEquals(new Object[] {e, a}, new Object[] {e, same}));
    System.out.println("a " + Arrays.hashCode(a));
  }

  static void thrown() throws Exception {
    byte[] a = new byte[2000];
    Source source = new Source(a);
    source.last = 900;
    try {
      new DataInputStream(source).readFully(a);
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
    change(a, 9);
    Dice dice =
        new Dice(a) {
          @Override
          protected int next(int bits) {
            if (drawn > 300) {
              throw new IllegalStateException("drawn");
            }
            return super.next(bits);
          }
        };
    try {
      dice.nextBytes(a);
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    say("thrown", a);
  }

  public static void main(String[] arguments) throws Exception {
    calledBack();
    elements();
    thrown();
    blockedRead();
    blockedWrite();
    blockedReader();
  }
}
