package dev.slipstream.agent.kept;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.RuntimeThreads;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent's own classes for loops on devices, on a thread of its own, when drivers are
 * opened beside the program. Otherwise the first loop waits for one class after the other. Which
 * classes these are is known from earlier programs. Thread-safe.
 */
public final class EarlyClasses {
  /** Where so many more were loaded, the next start loads these as well. */
  private static final int MANY = 20;

  /** The beginnings of the names of classes that drivers and loops on devices need. */
  private static final List<String> NEEDED =
      List.of(
          "dev.slipstream.model.",
          "dev.slipstream.compiler.opencl.",
          "dev.slipstream.runtime.",
          "dev.slipstream.opencl.",
          "dev.slipstream.tornado.",
          "org.lwjgl.");

  private final Supplier<KeptEntries> kept;
  private final ClassLoader loader;
  private final Supplier<Class<?>[]> all;
  private final Log log;

  /** What was read; null before that. */
  private volatile @Nullable Earlier earlier;

  private record Earlier(KeptEntries entries, List<String> names) {}

  /**
   * @param folder need not exist
   * @param agent a description of the agent; lists of others are ignored
   * @param loader loads the agent's classes
   * @param all provides all classes that are loaded
   */
  public EarlyClasses(
      Path folder, String agent, ClassLoader loader, Supplier<Class<?>[]> all, Log log) {
    String name = "" + Runtime.version().feature();
    this.kept = () -> new KeptEntries(folder, "classes-", name, agent, log);
    this.loader = loader;
    this.all = all;
    this.log = log;
  }

  /** Loads what earlier programs have needed. Does not wait. */
  public void loadSoon() {
    RuntimeThreads.named("slipstream-classes", this::load).start();
  }

  /** Loads what earlier programs have needed. */
  void load() {
    KeptEntries entries = kept.get();
    List<String> names = entries.find(ClassKey.NONE, EarlyClasses::read).orElse(List.of());
    earlier = new Earlier(entries, names);
    log.debug(() -> names.size() + " classes are loaded early");
    // In reverse order: LWJGL's are needed first.
    for (int n = names.size() - 1; n >= 0; n--) {
      load(names.get(n));
    }
    findDigest();
  }

  private void load(String name) {
    try {
      link(Class.forName(name, false, loader));
    } catch (Throwable missing) {
      log.debug(() -> name + " is not loaded early: " + missing);
    }
  }

  /** The names of kept kernels are digests, and the JDK takes long to find the first one. */
  private void findDigest() {
    try {
      MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      log.debug(() -> "no kernels can be kept: " + missing);
    }
  }

  /** Links a class, which takes as long as to load it, but does not initialise it. */
  @SuppressWarnings("ReturnValueIgnored") // Whoever asks for constructors has the class linked.
  private static void link(Class<?> type) {
    type.getDeclaredConstructors();
  }

  private static List<String> read(byte[] bytes, int offset, int length) {
    return new String(bytes, offset, length, StandardCharsets.UTF_8)
        .lines()
        .filter(EarlyClasses::isNeeded)
        .toList();
  }

  /** Keeps the names of what is loaded for later starts, unless {@link #load} has only begun. */
  public void keep() {
    Earlier before = earlier;
    if (before == null) {
      return;
    }
    Set<String> names = new TreeSet<>(before.names());
    for (Class<?> type : all.get()) {
      if (type.getClassLoader() == loader && !type.isHidden() && isNeeded(type.getName())) {
        names.add(type.getName());
      }
    }
    if (names.size() >= before.names().size() + MANY) {
      before
          .entries()
          .add(ClassKey.NONE, String.join("\n", names).getBytes(StandardCharsets.UTF_8));
      before.entries().write(there -> true);
    }
  }

  private static boolean isNeeded(String name) {
    return NEEDED.stream().anyMatch(name::startsWith);
  }
}
