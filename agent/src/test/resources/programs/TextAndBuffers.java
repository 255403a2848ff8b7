import dev.slipstream.api.Parallel;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** Arrays that loops use as text, as numbers, and behind buffers. */
public class TextAndBuffers extends Loops {
  static void cases() {
    test(
        "String chars",
        () ->
            String.valueOf(chars(100, 3))
                + new String(chars(100, 4), 5, 20)
                + String.copyValueOf(chars(70, 2)));
    test(
        "StringBuilder",
        () ->
            new StringBuilder()
                .append(chars(100, 3))
                .insert(2, chars(70, 9))
                .append(chars(80, 1), 3, 10)
                .toString());
    test(
        "String bytes",
        () -> {
          byte[] b = new byte[100];
          for (@Parallel int i = 0; i < 100; i++) b[i] = (byte) ('a' + i % 20);
          return new String(b, StandardCharsets.ISO_8859_1) + new String(b, 3, 5);
        });
    test(
        "getChars",
        () -> {
          char[] c = chars(100, 3);
          "hello".getChars(0, 5, c, 10);
          again(c, 1);
          return new String(c);
        });
    test(
        "printf",
        () -> {
          double[] a = doubles(100, 0.25);
          return String.format("%f %s", a[7], Arrays.asList(a[1], a[2]));
        });
    test(
        "BigInteger",
        () ->
            new java.math.BigInteger(1, bytes(100, 3)).bitLength()
                + " "
                + new java.math.BigInteger(bytes(100, 1)).hashCode());
    test("BitSet", () -> BitSet.valueOf(new long[] {3, 4}).cardinality());
    test(
        "ByteBuffer.wrap",
        () -> {
          byte[] b = bytes(100, 3);
          ByteBuffer w = ByteBuffer.wrap(b);
          again(b, 4);
          int x = w.getInt(8);
          w.putInt(16, 77);
          again(b, 5);
          return x + " " + sum(b) + " " + w.getLong(40);
        });
    test(
        "FloatBuffer",
        () -> {
          float[] f = new float[100];
          again(f, 2f);
          FloatBuffer w = FloatBuffer.wrap(f);
          again(f, 3f);
          float x = w.get(44);
          float[] g = new float[80];
          w.get(g);
          again(g, 1f);
          return x + " " + g[50] + " " + w.put(3, 4f).get(3) + f[3];
        });
    test(
        "direct buffer",
        () -> {
          ByteBuffer d = ByteBuffer.allocateDirect(400);
          int[] a = made(100, 2);
          d.asIntBuffer().put(a);
          again(a, 1);
          d.asIntBuffer().get(a, 0, 50);
          again(a, 3);
          return sum(a);
        });
  }
}
