import java.io.*;
import java.util.*;

/** Arrays that loops use on their way to and from streams, writers and files. */
public class InputAndOutput extends Loops {
  static class CountingIn extends InputStream {
    byte[] data = new byte[100];
    int at;

    public int read() {
      if (at == data.length) return -1;
      return data[at++] & 255;
    }

    public byte[] readAllBytes() {
      again(data, 5);
      return data;
    }
  }

  static class Weird implements Serializable {
    transient int[] a = made(300, 2);

    private void writeObject(ObjectOutputStream o) throws IOException {
      o.writeInt(a.length);
      for (int v : a) o.writeInt(v);
    }

    private void readObject(ObjectInputStream in) throws IOException {
      a = new int[in.readInt()];
      again(a, 0);
      for (int i = 0; i < a.length; i++) a[i] = in.readInt();
    }
  }

  static class Ext implements Externalizable {
    int[] a = made(300, 2);

    public Ext() {}

    public void writeExternal(ObjectOutput o) throws IOException {
      again(a, 9);
      o.writeObject(a);
    }

    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      a = (int[]) in.readObject();
      again(a, 1);
    }
  }

  static Object copy(Object value) throws Exception {
    ByteArrayOutputStream b = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(b)) {
      out.writeObject(value);
    }
    return new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject();
  }

  static void cases() {
    test(
        "serialize",
        () -> {
          Weird w = (Weird) copy(new Weird());
          return sum(w.a);
        });
    test("externalize", () -> sum(((Ext) copy(new Ext())).a));
    test(
        "serialize in collections",
        () -> {
          Map<String, Object> m = new TreeMap<>();
          m.put("a", made(100, 2));
          m.put("b", List.of(doubles(80, 1)));
          @SuppressWarnings("unchecked")
          Map<String, Object> c = (Map<String, Object>) copy(m);
          return sum((int[]) c.get("a")) + sum(((List<double[]>) c.get("b")).get(0));
        });
    test(
        "serialize record",
        () -> {
          return sum(
              ((double[]) ((List<?>) copy(new ArrayList<>(List.of(doubles(90, 1))))).get(0)));
        });
    test(
        "OutputStream",
        () -> {
          ByteArrayOutputStream o = new ByteArrayOutputStream();
          o.write(bytes(100, 2));
          o.write(bytes(100, 7), 3, 50);
          new DataOutputStream(o).write(bytes(64, 1));
          new BufferedOutputStream(o, 16).write(bytes(99, 9));
          return sum(o.toByteArray());
        });
    test(
        "Writer",
        () -> {
          StringWriter o = new StringWriter();
          o.write(chars(100, 2));
          new PrintWriter(o, true).println(chars(80, 1));
          new BufferedWriter(o).append('x').flush();
          return o.toString();
        });
    test(
        "file",
        () -> {
          File f = File.createTempFile("up", "x");
          try (FileOutputStream o = new FileOutputStream(f)) {
            o.write(bytes(1000, 3));
          }
          byte[] b = bytes(1000, 9);
          try (FileInputStream in = new FileInputStream(f)) {
            in.read(b, 10, 500);
          }
          again(b, 1);
          long s = sum(b);
          try (RandomAccessFile r = new RandomAccessFile(f, "r")) {
            r.readFully(b, 5, 200);
          }
          again(b, 2);
          try {
            try (DataInputStream in = new DataInputStream(new FileInputStream(f))) {
              in.skipBytes(900);
              in.readFully(b);
            }
          } catch (EOFException e) {
            s++;
          }
          again(b, 3);
          f.delete();
          return s + sum(b);
        });
    test(
        "nio file",
        () -> {
          java.nio.file.Path p = java.nio.file.Files.createTempFile("up", "x");
          java.nio.file.Files.write(p, bytes(500, 3));
          byte[] b = java.nio.file.Files.readAllBytes(p);
          again(b, 3);
          java.nio.file.Files.delete(p);
          return sum(b);
        });
    test(
        "own readAllBytes",
        () -> {
          InputStream in = new CountingIn();
          byte[] b = in.readAllBytes();
          return sum(b);
        });
    test(
        "own readAllBytes by the JDK",
        () -> {
          CountingIn in = new CountingIn();
          byte[] b = new SequenceInputStream(in, new CountingIn()).readAllBytes();
          return sum(b);
        });
  }
}
