package dev.slipstream.agent.coherence;

/** The parts of all random programs besides their statements. */
final class Frame {
  static final String HEAD =
      """
      import dev.slipstream.api.*;
      import java.io.*;
      import java.lang.invoke.*;
      import java.lang.reflect.Array;
      import java.math.BigInteger;
      import java.nio.*;
      import java.nio.charset.StandardCharsets;
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.concurrent.atomic.*;
      import java.util.concurrent.locks.LockSupport;
      import java.util.function.*;
      import java.util.stream.*;
      import java.util.zip.CRC32;

      @SuppressWarnings("unchecked")
      public class #P {
        static final int N = #N, R = #R;
        static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(#T[].class);
        static final Object lock = new Object();
        static #T[] st = filled(3);
        static volatile #T[] shared = filled(4);
        static volatile int flag;

        #T[] fa = filled(5), fb = filled(6), fc = filled(7), fd = filled(8);
        #T[][] m = {filled(9), filled(10), filled(11), filled(12)};
        #T[][] w = {filled(13), filled(14), filled(15), filled(16)};
        Holder h = new Holder(filled(17), filled(18), null);
        int[] x = new int[N];
        ArrayList<#T[]> list = new ArrayList<>(List.of(filled(19), fa));
        Map<String, #T[]> map = new LinkedHashMap<>();
        Object[] objs = {filled(20), fb, st, m[1]};
        #B buffer = #B.wrap(filled(21));
        Deque<CompletableFuture<String>> taken = new ArrayDeque<>();
        final HostObject<List<String>> log = HostObject.of(new ArrayList<>());
        static final CollectiveGroup others = CollectiveGroup.of("others");
        final StringBuilder out = new StringBuilder();

        interface Part { void run() throws Throwable; }

        #P() {
          h.next = new Holder(filled(22), fc, h);
          map.put("p", filled(23));
          map.put("q", h.u);
          for (int i = 0; i < N; i++) x[i] = (i * 3 + 1) % N;
        }

        public static String run() {
          #P p = new #P();
      """;

  static final String MIDDLE =
      """
          p.guarded(-1, () -> p.all(-1, p.fa, p.fb, p.fc));
          p.guarded(-2, () -> { while (!p.taken.isEmpty()) p.got(-2); });
          p.guarded(-3, () -> p.logged(-3));
          return p.out.toString();
        }

        void guarded(int n, Part part) {
          try {
            part.run();
          } catch (Throwable thrown) {
            say(n, String.valueOf(thrown));
          }
        }

        void say(int n, long v) { out.append(n).append(" ").append(v).append('\\n'); }
        void say(int n, double v) { out.append(n).append(" ").append(v).append('\\n'); }
        void say(int n, Object v) { out.append(n).append(" ").append(v).append('\\n'); }

        void all(int n, #T[] a, #T[] b, #T[] c) {
          say(n, "a " + sum(a) + " b " + sum(b) + " c " + sum(c) + " fd " + sum(fd) + " st " + sum(st));
          for (int r = 0; r < R; r++) say(n, "m" + r + " " + sum(m[r]) + " w" + r + " " + sum(w[r]));
          say(n, "h " + sum(h.u) + " " + sum(h.v) + " " + sum(h.next.u) + " " + sum(h.next.v));
          for (#T[] q : list) say(n, "list " + sum(q));
          for (Object o : objs) say(n, "objs " + sum((#T[]) o));
          for (#T[] q : map.values()) say(n, "map " + sum(q));
          say(n, "buffer " + sum(buffer.array()) + " x " + Arrays.toString(x));
        }

        void take(#T[] q) { taken.add(Snapshots.of(q).thenApply(v -> "" + sum(v))); }
        void take(#T[][] q) { taken.add(Snapshots.of(q).thenApply(v -> { long s = 0; for (#T[] r : v) s = s * 7 + sum(r); return "" + s; })); }
        void got(int n) { if (!taken.isEmpty()) say(n, "taken " + taken.remove().join()); }

        void logged(int n) { Slipstream.barrier(); say(n, log.get()); log.get().clear(); }

        static void slow() { LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(3_000_000)); }

        // Whether several ranks can follow rows: no short ones, and none twice.
        static boolean apart(#T[][] rows, #T[]... others) {
          if (N < 64) return false;
          Set<#T[]> all = Collections.newSetFromMap(new IdentityHashMap<>());
          return Stream.concat(Arrays.stream(rows), Arrays.stream(others)).allMatch(all::add);
        }

        static #T[] filled(int k) {
          #T[] q = new #T[N];
          for (int i = 0; i < N; i++) q[i] = (#T) (i % 11 + k);
          return q;
        }

        static long bits(#T v) { return #bits; }
        static long sum(#T[] q) { long s = 17; for (int i = 0; i < q.length; i++) s = s * 31 + bits(q[i]); return s; }
        static void add(#T[] to, #T[] from, int c) { for (@Parallel int i = 0; i < N; i++) to[i] = (#T) (from[i] + c); }
        static #T[] added(#T[] from) { #T[] to = new #T[N]; add(to, from, 1); return to; }
        static void raise(#T[] q, int lo, int hi) { for (@Parallel int i = lo; i < hi; i++) q[i] = (#T) (q[i] * 3 + i); }
        static void some(#T[] q, int lo) { for (@Parallel int i = lo; i < N; i += 2) q[i] = (#T) (q[i] + 1); }
        static void evens(#T[] to, #T[] from) { for (@Parallel int i = 0; i < N / 2; i++) to[i] = from[2 * i]; }
        static void evens(#T[] to, #T[][] from) { for (@Parallel int i = 0; i < N / 2; i++) to[i] = (#T) (from[0][2 * i] + from[R - 1][2 * i]); }
        static void left(#T[] to, #T[][] from) { for (@Parallel int i = 0; i < N / 2; i++) to[i] = (#T) (from[0][i] + from[R - 1][i]); }
        static void bump(#T[] q, int i) { q[i] += 1; q[N - 1 - i] += 2; }
        static #T peek(#T[] q, int i) { return q[i]; }
        static void fail(int n) { throw new IllegalStateException("n" + n); }
        static long total(#T... v) { long s = 0; for (#T e : v) s += (long) e; return s; }
        static void each(#T[]... v) { for (int k = 0; k < v.length; k++) v[k][k] += 1; }

        static long deep(#T[] q, int i, int d) {
          if (d == 0) return (long) q[i];
          q[i] += 1;
          long r = deep(q, i, d - 1);
          q[(i + 1) % N] += 1;
          return r * 3 + (long) q[i];
        }

        static void put(BlockingQueue<#T[]> queue, #T[] q) {
          try { queue.put(q); } catch (InterruptedException e) { throw new IllegalStateException(e); }
        }

        static Object copied(Object o) throws Exception {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          try (ObjectOutputStream to = new ObjectOutputStream(bytes)) { to.writeObject(o); }
          try (ObjectInputStream from = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return from.readObject();
          }
        }

        record Pair(#T[] left, #T[] right) {}

        static final class Keeper {
          private final #T[] own;
          Keeper(#T[] own) { this.own = own; own[0] += 1; }
          #T touched(int i) { return ++own[i]; }
        }

        // Seen as native wherever guards are put in.
        static void foreignPoke(#T[] q, int i) { q[i] += 1; }
        static long foreignLook(#T[] q, int i) { return (long) q[i]; }
        static void foreignPokeStatic(int i) { st[i] += 1; }
        static long foreignReadStatic(int i) { return (long) st[i]; }
        static long foreignCall(#T[] q, int i, Runnable called) {
          q[i] += 1;
          called.run();
          q[N - 1 - i] += 2;
          return (long) q[i] * 3 + (long) q[N / 2];
        }

        /** Something that methods of the JDK call to see what it is. */
        static Object seen(Runnable called) {
          return new Object() {
            @Override public String toString() { called.run(); return "seen"; }
            @Override public int hashCode() { called.run(); return 5; }
            @Override public boolean equals(Object other) { called.run(); return true; }
          };
        }

        static final class Holder implements Serializable {
          #T[] u, v;
          Holder next;
          Holder(#T[] u, #T[] v, Holder next) { this.u = u; this.v = v; this.next = next; }
          void grow(int c) { for (@Parallel int i = 0; i < N; i++) u[i] = (#T) (u[i] + v[i] * c); }
          void poke(int i, #T e) { u[i] = e; v[N - 1 - i] = e; }
          #T peek(int i) { return u[i]; }
        }

      """;

  private Frame() {}
}
