package dev.slipstream.agent.connection;

import dev.slipstream.agent.rewriting.LoopRegistry;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.specialisation.JavaObjects;
import dev.slipstream.compiler.specialisation.OpenLoop;
import dev.slipstream.compiler.specialisation.OpenSite;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The call sites of loops that are compiled when they are reached, by their numbers. Thread-safe;
 * looking one up takes no lock.
 */
final class OpenSites {
  private final JavaObjects objects;
  private final Function<ClassLoader, ClassLibrary> libraries;
  private final LoopRegistry registry;
  private volatile @Nullable OpenSite[] sites = new @Nullable OpenSite[0];

  /**
   * @param libraries finds the class files that a loader sees
   * @param registry learns what becomes of the loops
   */
  OpenSites(
      JavaObjects objects, Function<ClassLoader, ClassLibrary> libraries, LoopRegistry registry) {
    this.objects = objects;
    this.libraries = libraries;
    this.registry = registry;
  }

  /** The call site of a number; null if there is none, as for most. */
  @Nullable OpenSite at(int number) {
    @Nullable OpenSite[] known = sites;
    return number >= 0 && number < known.length ? known[number] : null;
  }

  /** Adds a loop. */
  synchronized void add(OpenLoop loop, ClassLoader loader) {
    @Nullable OpenSite[] grown = Arrays.copyOf(sites, Math.max(sites.length, loop.site() + 1));
    grown[loop.site()] = new OpenSite(loop, objects, loader, libraries, registry);
    // Written as a whole, so that readers without the lock see the site complete.
    sites = grown;
  }
}
