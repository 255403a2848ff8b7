import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;

/** Runs loops on several threads; prints what the process takes now and then. */
public class Soak {
  static final ReentrantReadWriteLock pause = new ReentrantReadWriteLock(true);
  static final AtomicLong operations = new AtomicLong();
  static final int BETWEEN = 100;
  static SoakLoops between;
  static volatile boolean over;

  public static void main(String[] arguments) throws Exception {
    int seconds = Integer.parseInt(arguments[0]);
    int samples = Integer.parseInt(arguments[1]);
    between = new SoakLoops(new Random(-1));
    Thread[] workers = new Thread[3];
    for (int w = 0; w < workers.length; w++) {
      int seed = w;
      workers[w] = new Thread(() -> work(seed));
      workers[w].start();
    }
    long began = System.nanoTime();
    for (int s = 1; s <= samples; s++) {
      long at = began + s * (seconds * 1_000_000_000L / samples);
      Thread.sleep(Math.max(0, (at - System.nanoTime()) / 1_000_000));
      pause.writeLock().lock();
      try {
        System.out.println(figures());
      } finally {
        pause.writeLock().unlock();
      }
    }
    over = true;
    for (Thread worker : workers) {
      worker.join();
    }
  }

  static void work(int seed) {
    SoakLoops loops = new SoakLoops(new Random(seed));
    while (!over) {
      pause.readLock().lock();
      try {
        loops.some();
        operations.incrementAndGet();
      } catch (Throwable wrong) {
        wrong.printStackTrace();
        Runtime.getRuntime().halt(1);
      } finally {
        pause.readLock().unlock();
      }
    }
  }

  /** What the process takes once the loops after a collection have forgotten what it found. */
  static String figures() throws Exception {
    for (int g = 0; g < 3; g++) {
      for (int i = 0; i < BETWEEN; i++) {
        between.some();
      }
      System.gc();
      Thread.sleep(100);
    }
    Runtime runtime = Runtime.getRuntime();
    long metaspace = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().equals("Metaspace")) metaspace = pool.getUsage().getUsed();
    }
    String rss = "";
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) rss = line.replaceAll("[^0-9]", "");
    }
    long mappings;
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      mappings = lines.count();
    }
    long handles;
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      handles = files.count();
    }
    return operations.get()
        + " "
        + (runtime.totalMemory() - runtime.freeMemory() >> 10)
        + " "
        + (metaspace >> 10)
        + " "
        + rss
        + " "
        + mappings
        + " "
        + handles
        + " "
        + ManagementFactory.getThreadMXBean().getThreadCount();
  }
}
