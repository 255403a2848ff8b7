import java.awt.image.*;
import java.io.*;
import java.lang.invoke.*;
import java.lang.ref.*;
import java.nio.*;
import java.security.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;
import javax.crypto.*;
import javax.crypto.spec.*;

/** Arrays that are only reached by references of java.lang.ref, cleaners and finalizers. */
public class References extends Loops {
  static class Fin {
    static final BlockingQueue<String> out = new LinkedBlockingQueue<>();
    final int[] data;

    Fin(int[] data) {
      this.data = data;
    }

    @SuppressWarnings("removal")
    protected void finalize() {
      out.add("finalized " + sum(data));
    }
  }

  static void referenceCases() {
    test(
        "weak",
        () -> {
          WeakReference<int[]> w = new WeakReference<>(made(300, 2));
          System.gc();
          int[] a = w.get();
          return a == null ? sum(made(300, 2)) : sum(a);
        });
    test(
        "soft",
        () -> {
          SoftReference<int[]> w = new SoftReference<>(made(300, 2));
          System.gc();
          int[] a = w.get();
          return a == null ? sum(made(300, 2)) : sum(a);
        });
    test(
        "cleaner",
        () -> {
          Cleaner c = Cleaner.create();
          BlockingQueue<Long> q = new LinkedBlockingQueue<>();
          int[] a = made(300, 2);
          Object o = new Object();
          c.register(o, () -> q.add(sum(a)));
          o = null;
          Long v = null;
          for (int i = 0; i < 50 && v == null; i++) {
            System.gc();
            v = q.poll(100, TimeUnit.MILLISECONDS);
          }
          return v;
        });
    test(
        "finalizer",
        () -> {
          new Fin(made(300, 2));
          String v = null;
          for (int i = 0; i < 50 && v == null; i++) {
            System.gc();
            System.runFinalization();
            v = Fin.out.poll(100, TimeUnit.MILLISECONDS);
          }
          return v;
        });
    test(
        "finalizer later",
        () -> {
          makeFin();
          Thread.sleep(300);
          for (int i = 0; i < 200; i++) again(new int[100], 2);
          String v = null;
          for (int i = 0; i < 50 && v == null; i++) {
            System.gc();
            System.runFinalization();
            v = Fin.out.poll(100, TimeUnit.MILLISECONDS);
          }
          return v;
        });
  }

  static void makeFin() {
    int[] a = made(300, 2);
    again(a, 7);
    new Fin(a);
  }

  public static void main(String[] arguments) throws Throwable {
    referenceCases();
  }
}
