package dev.slipstream.agent.kept;

import dev.slipstream.runtime.configuration.CacheFile;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.RuntimeThreads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent's own classes for loops on devices, on a thread of its own, when drivers are
 * opened beside the program. Otherwise the first loop waits for one class after the other. Which
 * classes these are is known from earlier programs. Thread-safe.
 */
public final class EarlyClasses {
  private static final long MOST_BYTES = 1 << 20;

  /** Where so many more were loaded, the next start loads these as well. */
  private static final int MANY = 20;

  /** The beginnings of the names of classes that drivers and loops on devices need. */
  private static final List<String> NEEDED =
      List.of(
          "dev.slipstream.model.",
          "dev.slipstream.runtime.",
          "dev.slipstream.opencl.",
          "dev.slipstream.tornado.",
          "org.lwjgl.");

  private final CacheFile file;
  private final String agent;
  private final ClassLoader loader;
  private final Supplier<Class<?>[]> all;
  private final Log log;

  /** The names that were read; null before that. */
  private volatile @Nullable List<String> earlier;

  /**
   * @param folder need not exist
   * @param agent a description of the agent in one line; lists of others are ignored
   * @param loader loads the agent's classes
   * @param all provides all classes that are loaded
   */
  public EarlyClasses(
      Path folder, String agent, ClassLoader loader, Supplier<Class<?>[]> all, Log log) {
    this.file = new CacheFile(folder, "classes-" + Runtime.version().feature(), MOST_BYTES);
    this.agent = agent;
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
    List<String> names = read();
    earlier = names;
    log.debug(() -> names.size() + " classes are loaded early, as " + file.path() + " says");
    for (String name : names) {
      try {
        link(Class.forName(name, false, loader));
      } catch (Throwable missing) {
        log.debug(() -> name + " is not loaded early: " + missing);
      }
    }
  }

  /** Links a class, which takes as long as to load it, but does not initialise it. */
  @SuppressWarnings("ReturnValueIgnored") // Whoever asks for constructors has the class linked.
  private static void link(Class<?> type) {
    type.getDeclaredConstructors();
  }

  private List<String> read() {
    try {
      List<String> lines =
          file.read()
              .map(content -> new String(content, StandardCharsets.UTF_8).lines().toList())
              .orElse(List.of());
      return lines.isEmpty() || !lines.get(0).equals(agent)
          ? List.of()
          : lines.stream().filter(EarlyClasses::isNeeded).toList();
    } catch (IOException | RuntimeException unreadable) {
      log.debug(() -> file.path() + " is not used: " + unreadable);
      return List.of();
    }
  }

  /** Keeps the names of what is loaded for later starts, unless {@link #load} has only begun. */
  public void keep() {
    List<String> before = earlier;
    if (before == null) {
      return;
    }
    SortedSet<String> names = new TreeSet<>(before);
    int known = names.size();
    for (Class<?> type : all.get()) {
      if (type.getClassLoader() == loader && !type.isHidden() && isNeeded(type.getName())) {
        names.add(type.getName());
      }
    }
    if (names.size() < known + MANY) {
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add(agent);
    lines.addAll(names);
    try {
      file.write(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException unable) {
      log.debug(() -> file.path() + " cannot be written: " + unable);
    }
  }

  private static boolean isNeeded(String name) {
    return NEEDED.stream().anyMatch(name::startsWith);
  }
}
