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

/** Loops in several threads, which meet as threads of programs do. */
public class Threads extends Loops {
  static volatile boolean flag;

  /** A virtual thread, where the JDK has them. */
  static Thread light(Runnable work) throws Exception {
    try {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    } catch (NoSuchMethodException older) {
      Thread thread = new Thread(work);
      thread.start();
      return thread;
    }
  }

  static void threadCases() {
    test(
        "virtual",
        () -> {
          List<Thread> t = new ArrayList<>();
          long[] r = new long[20];
          int[] shared = made(2000, 1);
          for (int k = 0; k < 20; k++) {
            int n = k;
            t.add(
                light(
                    () -> {
                      int[] a = made(300 + n, n);
                      for (int s = 0; s < 10; s++) {
                        again(a, s);
                        Thread.yield();
                        synchronized (shared) {
                          a[s] += shared[100 * n + s];
                          shared[100 * n + s] = n;
                        }
                      }
                      r[n] = sum(a);
                    }));
          }
          for (Thread x : t) x.join();
          again(shared, 2);
          return Arrays.toString(r) + sum(shared);
        });
    test(
        "own arrays",
        () -> {
          Thread[] t = new Thread[6];
          long[] r = new long[6];
          for (int k = 0; k < 6; k++) {
            int n = k;
            t[k] =
                new Thread(
                    () -> {
                      int[] a = made(500 + n, n);
                      for (int s = 0; s < 50; s++) {
                        again(a, s);
                        if (s % 7 == 0) a[s] ^= s;
                      }
                      r[n] = sum(a);
                    });
            t[k].start();
          }
          for (Thread x : t) x.join();
          return Arrays.toString(r);
        });
    test(
        "halves",
        () -> {
          int[] a = new int[2000];
          Thread[] t = new Thread[4];
          for (int k = 0; k < 4; k++) {
            int from = 500 * k;
            t[k] =
                new Thread(
                    () -> {
                      for (int s = 0; s < 30; s++) {
                        int lo = from;
                        int hi = from + 500;
                        for (@Parallel int i = lo; i < hi; i++) a[i] = a[i] * 3 + i;
                        a[from + s] += s;
                      }
                    });
            t[k].start();
          }
          for (Thread x : t) x.join();
          return sum(a);
        });
    test(
        "interleaved",
        () -> {
          int[] a = new int[2000];
          Thread[] t = new Thread[4];
          for (int k = 0; k < 4; k++) {
            int f = k;
            t[k] =
                new Thread(
                    () -> {
                      for (int s = 0; s < 30; s++) {
                        for (@Parallel int i = f; i < a.length; i += 4) a[i] = a[i] * 3 + i;
                        a[f + 4 * s] += s;
                      }
                    });
            t[k].start();
          }
          for (Thread x : t) x.join();
          return sum(a);
        });
    test(
        "host interleaved",
        () -> {
          int[] a = new int[2000];
          Thread t =
              new Thread(
                  () -> {
                    for (int s = 0; s < 2000; s++) {
                      for (int i = 1; i < a.length; i += 2) a[i] = a[i] * 3 + i;
                    }
                  });
          t.start();
          for (int s = 0; s < 100; s++) {
            for (@Parallel int i = 0; i < a.length; i += 2) a[i] = a[i] * 3 + i;
          }
          t.join();
          return sum(a);
        });
    test(
        "host interleaved by one",
        () -> {
          int[] a = new int[2000];
          Thread t =
              new Thread(
                  () -> {
                    for (int s = 0; s < 20000; s++) {
                      a[3] += s;
                      a[1999] ^= s;
                    }
                  });
          t.start();
          for (int s = 0; s < 100; s++) {
            for (@Parallel int i = 4; i < 1999; i++) a[i] = a[i] * 3 + i;
          }
          t.join();
          return sum(a);
        });
    test(
        "pool",
        () -> {
          ExecutorService p = Executors.newFixedThreadPool(4);
          List<Future<int[]>> f = new ArrayList<>();
          for (int k = 0; k < 20; k++) {
            int n = k;
            f.add(
                p.submit(
                    () -> {
                      int[] a = made(300, n);
                      again(a, n);
                      return a;
                    }));
          }
          long s = 0;
          for (Future<int[]> x : f) s = s * 3 + sum(x.get());
          int[] b = made(400, 2);
          List<Callable<Long>> c = new ArrayList<>();
          for (int k = 0; k < 8; k++) c.add(() -> sum(b));
          for (Future<Long> x : p.invokeAll(c)) s = s * 5 + x.get();
          p.shutdown();
          return s;
        });
    test(
        "futures",
        () ->
            CompletableFuture.supplyAsync(() -> made(300, 2))
                .thenApplyAsync(
                    a -> {
                      again(a, 3);
                      return a;
                    })
                .thenCombine(
                    CompletableFuture.supplyAsync(() -> made(300, 5)),
                    (a, b) -> {
                      for (@Parallel int i = 0; i < 300; i++) a[i] += b[i];
                      return a;
                    })
                .thenApply(Loops::sum)
                .get());
    test(
        "synchronized",
        () -> {
          Object lock = new Object();
          int[] a = made(500, 1);
          Thread[] t = new Thread[4];
          for (int k = 0; k < 4; k++) {
            t[k] =
                new Thread(
                    () -> {
                      for (int s = 0; s < 20; s++)
                        synchronized (lock) {
                          for (@Parallel int i = 0; i < 500; i++) a[i] += i;
                          a[7]++;
                        }
                    });
            t[k].start();
          }
          for (Thread x : t) x.join();
          synchronized (lock) {
            return sum(a);
          }
        });
    test(
        "volatile",
        () -> {
          flag = false;
          int[] a = new int[500];
          Thread t =
              new Thread(
                  () -> {
                    again(a, 3);
                    flag = true;
                  });
          t.start();
          while (!flag) Thread.onSpinWait();
          long s = sum(a);
          t.join();
          return s;
        });
    test(
        "volatile spin",
        () -> {
          flag = false;
          int[] a = new int[500];
          int[] seen = new int[1];
          Thread t =
              new Thread(
                  () -> {
                    while (!flag) {}
                    seen[0] = a[77];
                    for (int i = 0; i < 500; i++) a[i] += 1;
                    flag = false;
                  });
          t.start();
          again(a, 3);
          flag = true;
          while (flag) {}
          again(a, 1);
          t.join();
          return seen[0] + " " + sum(a);
        });
    test(
        "exchanger",
        () -> {
          Exchanger<int[]> e = new Exchanger<>();
          long[] r = new long[1];
          Thread t =
              new Thread(
                  () -> {
                    try {
                      int[] a = made(300, 1);
                      for (int s = 0; s < 20; s++) {
                        again(a, s);
                        a = e.exchange(a);
                        a[s]++;
                      }
                      r[0] = sum(a);
                    } catch (InterruptedException x) {
                    }
                  });
          t.start();
          int[] b = made(300, 7);
          for (int s = 0; s < 20; s++) {
            for (@Parallel int i = 0; i < 300; i++) b[i] ^= i;
            b = e.exchange(b);
            b[s + 30]++;
          }
          t.join();
          return r[0] + " " + sum(b);
        });
    test(
        "queue",
        () -> {
          BlockingQueue<double[]> q = new ArrayBlockingQueue<>(4);
          Thread t =
              new Thread(
                  () -> {
                    try {
                      for (int s = 0; s < 50; s++) q.put(doubles(200, s));
                    } catch (InterruptedException x) {
                    }
                  });
          t.start();
          double s = 0;
          for (int i = 0; i < 50; i++) s += sum(q.take());
          t.join();
          return s;
        });
    test(
        "barrier",
        () -> {
          int n = 4;
          double[] now = new double[1000];
          double[] next = new double[1000];
          now[500] = 1000;
          CyclicBarrier b = new CyclicBarrier(n);
          Thread[] t = new Thread[n];
          for (int k = 0; k < n; k++) {
            int lo = Math.max(1, k * 250);
            int hi = Math.min(999, (k + 1) * 250);
            t[k] =
                new Thread(
                    () -> {
                      double[] x = now, y = next;
                      try {
                        for (int s = 0; s < 25; s++) {
                          step(x, y, lo, hi);
                          b.await();
                          double[] z = x;
                          x = y;
                          y = z;
                        }
                      } catch (Exception e) {
                        throw new RuntimeException(e);
                      }
                    });
            t[k].start();
          }
          for (Thread x : t) x.join();
          return sum(now) + " " + sum(next);
        });
    test(
        "forkjoin",
        () ->
            new ForkJoinPool(3)
                .invoke(
                    new RecursiveTask<Long>() {
                      protected Long compute() {
                        List<RecursiveTask<Long>> l = new ArrayList<>();
                        for (int k = 0; k < 6; k++) {
                          int n = k;
                          l.add(
                              new RecursiveTask<>() {
                                protected Long compute() {
                                  int[] a = made(200, n);
                                  again(a, 2);
                                  return sum(a);
                                }
                              });
                        }
                        invokeAll(l);
                        long s = 0;
                        for (RecursiveTask<Long> x : l) s = s * 3 + x.join();
                        return s;
                      }
                    }));
    test(
        "timer",
        () -> {
          Timer t = new Timer(true);
          int[] a = made(300, 1);
          CountDownLatch l = new CountDownLatch(3);
          t.schedule(
              new TimerTask() {
                public void run() {
                  again(a, 2);
                  l.countDown();
                }
              },
              1,
              5);
          l.await();
          t.cancel();
          Thread.sleep(20);
          return a.length;
        });
    test(
        "scheduled",
        () -> {
          ScheduledExecutorService p = Executors.newScheduledThreadPool(1);
          ScheduledFuture<double[]> f = p.schedule(() -> doubles(200, 3), 5, TimeUnit.MILLISECONDS);
          double s = sum(f.get());
          p.shutdown();
          return s;
        });
    test(
        "threadlocal",
        () -> {
          ThreadLocal<int[]> l = ThreadLocal.withInitial(() -> new int[200]);
          again(l.get(), 3);
          long[] r = new long[1];
          Thread t =
              new Thread(
                  () -> {
                    again(l.get(), 5);
                    r[0] = sum(l.get());
                  });
          t.start();
          t.join();
          return r[0] + sum(l.get());
        });
    test(
        "atomic ref",
        () -> {
          AtomicReference<int[]> r = new AtomicReference<>(made(200, 1));
          Thread t =
              new Thread(
                  () -> {
                    int[] a = r.get();
                    int[] b = a.clone();
                    again(b, 4);
                    r.set(b);
                  });
          t.start();
          t.join();
          return sum(r.get());
        });
    test(
        "daemon uncaught",
        () -> {
          int[] a = made(200, 1);
          Thread t =
              new Thread(
                  () -> {
                    again(a, 3);
                    throw new IllegalStateException();
                  });
          t.setUncaughtExceptionHandler((x, e) -> again(a, 5));
          t.start();
          t.join();
          return sum(a);
        });
    test(
        "thread in own group",
        () -> {
          int[] a = new int[300];
          Thread t = new Thread(new ThreadGroup("g"), () -> again(a, 3), "x", 0);
          t.start();
          t.join();
          return sum(a);
        });
    test(
        "interrupt while waiting",
        () -> {
          int[] a = new int[100000];
          Thread me = Thread.currentThread();
          Thread t =
              new Thread(
                  () -> {
                    for (int i = 0; i < 20; i++) {
                      me.interrupt();
                      Thread.yield();
                    }
                  });
          t.start();
          for (int s = 0; s < 20; s++) {
            again(a, s);
            if (s % 4 == 0) a[s]++;
          }
          while (t.isAlive()) Thread.onSpinWait();
          Thread.interrupted();
          return sum(a);
        });
  }

  static void step(double[] x, double[] y, int lo, int hi) {
    for (@Parallel int i = lo; i < hi; i++) y[i] = x[i] + 0.25 * (x[i - 1] - 2 * x[i] + x[i + 1]);
  }

  public static void main(String[] arguments) throws Throwable {
    threadCases();
  }
}
