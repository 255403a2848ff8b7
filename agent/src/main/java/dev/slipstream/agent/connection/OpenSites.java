package dev.slipstream.agent.connection;

import dev.slipstream.agent.rewriting.LoopRegistry;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.JavaObjects;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.compiler.specialisation.OpenSite;
import dev.slipstream.compiler.specialisation.OpenWork;
import dev.slipstream.model.loop.RefusedLoop;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The call sites of loops that are compiled when they are reached, by their numbers. Thread-safe; a
 * look-up takes no lock.
 */
final class OpenSites {
  private final JavaObjects objects;
  private final Function<ClassLoader, ClassLibrary> libraries;
  private final LoopRegistry registry;
  private final EntryGates gates;
  private volatile @Nullable OpenSite[] sites = new @Nullable OpenSite[0];

  /**
   * @param libraries finds the class files that a loader sees
   * @param registry is told which loops are taken or refused
   * @param gates puts those of the loops in front of their call sites
   */
  OpenSites(
      JavaObjects objects,
      Function<ClassLoader, ClassLibrary> libraries,
      LoopRegistry registry,
      EntryGates gates) {
    this.objects = objects;
    this.libraries = libraries;
    this.registry = registry;
    this.gates = gates;
  }

  /** Returns the call site with a number; null if the number has none, as most do. */
  @Nullable OpenSite at(int number) {
    @Nullable OpenSite[] known = sites;
    return number >= 0 && number < known.length ? known[number] : null;
  }

  /** Adds a loop. */
  synchronized void add(OpenCallSite loop, ClassLoader loader) {
    @Nullable OpenSite[] grown = Arrays.copyOf(sites, Math.max(sites.length, loop.site() + 1));
    OfLoader listener = new OfLoader(loop.site(), loader);
    gates.open(loop.site());
    grown[loop.site()] = new OpenSite(loop, objects, loader, libraries, listener);
    // A new array with the site already in it, so that readers without the lock see it complete.
    sites = grown;
  }

  /** Forgets loops whose classes were unloaded; ignores unknown numbers. */
  synchronized void remove(Set<Integer> numbers) {
    @Nullable OpenSite[] rest = sites.clone();
    for (int number : numbers) {
      if (number < rest.length) {
        rest[number] = null;
      }
    }
    sites = rest;
  }

  /** Passes on the outcome for a loop of a loader, which it does not keep alive. */
  private final class OfLoader implements OpenSite.Listener {
    private final int site;
    private final WeakReference<ClassLoader> loader;

    OfLoader(int site, ClassLoader loader) {
      this.site = site;
      this.loader = new WeakReference<>(loader);
    }

    @Override
    public void taken(LoopKernel kernel, OpenWork work) {
      ClassLoader there = loader.get();
      if (there == null) {
        throw new IllegalStateException(kernel.name() + " is reached, and its class was unloaded");
      }
      registry.taken(kernel, there);
      gates.taken(site, kernel.site(), work);
    }

    @Override
    public void refused(RefusedLoop loop) {
      registry.refused(loop);
    }
  }
}
