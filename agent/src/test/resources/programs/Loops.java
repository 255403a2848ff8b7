import dev.slipstream.api.Parallel;
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

/** Loops of one line, and a function for the result of a case. */
public class Loops {

  static void again(int[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] * 3 + i * k + 1;
  }

  static void again(byte[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) a[i] = (byte) (a[i] * 3 + i * k + 1);
  }

  static void again(char[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) a[i] = (char) ('a' + (a[i] * 3 + i * k + 1) % 26);
  }

  static void again(double[] a, double k) {
    for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] * 0.5 + i * k + 1;
  }

  static void again(float[] a, float k) {
    for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] * 0.5f + i * k + 1;
  }

  static void again(long[] a, long k) {
    for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] * 3 + i * k + 1;
  }

  static int[] made(int n, int k) {
    int[] a = new int[n];
    again(a, k);
    return a;
  }

  static byte[] bytes(int n, int k) {
    byte[] a = new byte[n];
    again(a, k);
    return a;
  }

  static double[] doubles(int n, double k) {
    double[] a = new double[n];
    again(a, k);
    return a;
  }

  static char[] chars(int n, int k) {
    char[] a = new char[n];
    again(a, k);
    return a;
  }

  static long sum(int[] a) {
    long s = 0;
    for (int v : a) s = s * 31 + v;
    return s;
  }

  static long sum(byte[] a) {
    long s = 0;
    for (int v : a) s = s * 31 + v;
    return s;
  }

  static double sum(double[] a) {
    double s = 0;
    for (double v : a) s = s * 0.99 + v;
    return s;
  }

  interface Body {
    Object run() throws Throwable;
  }

  static void test(String name, Body body) {
    String text;
    try {
      text = String.valueOf(body.run());
    } catch (Throwable t) {
      text = "threw " + t;
    }
    System.out.println(name + ": " + text);
    System.out.flush();
  }
}
