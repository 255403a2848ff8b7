package dev.slipstream.agent.connection;

import dev.slipstream.agent.rewriting.LoopRegistry;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.JavaObjects;
import dev.slipstream.compiler.specialisation.OpenLoop;
import dev.slipstream.compiler.specialisation.OpenSite;
import dev.slipstream.model.loop.RefusedLoop;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Set;
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
    grown[loop.site()] = new OpenSite(loop, objects, loader, libraries, new OfLoader(loader));
    // Written as a whole, so that readers without the lock see the site complete.
    sites = grown;
  }

  /** The classes of these loops are gone; other numbers do no harm. */
  synchronized void remove(Set<Integer> numbers) {
    @Nullable OpenSite[] rest = sites.clone();
    for (int number : numbers) {
      if (number < rest.length) {
        rest[number] = null;
      }
    }
    sites = rest;
  }

  /** Passes on what becomes of loops of one loader, which it does not keep. */
  private final class OfLoader implements OpenSite.Listener {
    private final WeakReference<ClassLoader> loader;

    OfLoader(ClassLoader loader) {
      this.loader = new WeakReference<>(loader);
    }

    @Override
    public void taken(LoopKernel kernel) {
      ClassLoader there = loader.get();
      if (there == null) {
        throw new IllegalStateException(kernel.name() + " is reached, and its class is gone");
      }
      registry.taken(kernel, there);
    }

    @Override
    public void refused(RefusedLoop loop) {
      registry.refused(loop);
    }
  }
}
