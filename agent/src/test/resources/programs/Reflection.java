import java.lang.invoke.*;
import java.nio.*;
import java.util.*;

/** Arrays that loops use, reached without naming them: by reflection, handles and addresses. */
public class Reflection extends Loops {
  static int[] shared;

  static void cases() {
    test(
        "reflection",
        () -> {
          int[] a = made(100, 3);
          Object o = a;
          java.lang.reflect.Array.setInt(o, 5, 55);
          again(a, 1);
          return java.lang.reflect.Array.getInt(o, 5)
              + " "
              + java.lang.reflect.Array.get(o, 6)
              + java.lang.reflect.Array.getLength(o);
        });
    test(
        "lengths of a new array",
        () -> {
          int[] lengths = made(100, 0);
          Object[] a = (Object[]) java.lang.reflect.Array.newInstance(int.class, lengths);
          return a.length + " " + ((Object[]) a[0]).length;
        });
    test(
        "field get",
        () -> {
          shared = made(100, 3);
          int[] a = (int[]) Reflection.class.getDeclaredField("shared").get(null);
          return sum(a);
        });
    test(
        "method invoke",
        () -> {
          int[] a = made(100, 3);
          Object r = Loops.class.getDeclaredMethod("sum", int[].class).invoke(null, a);
          again(a, 1);
          int[] c =
              (int[])
                  Loops.class.getDeclaredMethod("made", int.class, int.class).invoke(null, 100, 3);
          again(c, 4);
          return r + " " + sum(a) + sum(c);
        });
    test(
        "method handle",
        () -> {
          int[] a = made(100, 3);
          MethodHandle m =
              MethodHandles.lookup()
                  .findStatic(Loops.class, "sum", MethodType.methodType(long.class, int[].class));
          long s = (long) m.invokeExact(a);
          again(a, 1);
          return s + (long) m.invoke(a);
        });
    test(
        "jdk method handle",
        () -> {
          int[] a = made(100, -3);
          MethodHandle m =
              MethodHandles.publicLookup()
                  .findStatic(Arrays.class, "sort", MethodType.methodType(void.class, int[].class));
          again(a, 1);
          m.invokeExact(a);
          again(a, 1);
          m.bindTo(a).invoke();
          again(a, 2);
          return sum(a);
        });
    test(
        "arrayElementVarHandle",
        () -> {
          VarHandle v = MethodHandles.arrayElementVarHandle(int[].class);
          int[] a = made(100, 3);
          int x = (int) v.getVolatile(a, 3);
          v.compareAndSet(a, 4, a[4], 7);
          again(a, 1);
          v.setRelease(a, 9, 3);
          again(a, 1);
          return x + " " + sum(a);
        });
    test(
        "byteArrayView",
        () -> {
          VarHandle v = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
          byte[] a = bytes(100, 3);
          int x = (int) v.get(a, 8);
          v.set(a, 12, 99);
          again(a, 1);
          return x + " " + sum(a);
        });
    test(
        "unsafe",
        () -> {
          java.lang.reflect.Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
          f.setAccessible(true);
          sun.misc.Unsafe u = (sun.misc.Unsafe) f.get(null);
          int[] a = made(100, 3);
          long base = u.arrayBaseOffset(int[].class);
          int x = u.getInt(a, base + 40);
          again(a, 1);
          u.putInt(a, base + 44, 5);
          again(a, 2);
          return x + " " + sum(a);
        });
  }
}
