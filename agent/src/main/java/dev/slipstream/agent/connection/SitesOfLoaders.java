package dev.slipstream.agent.connection;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The numbers of the call sites of classes that may be unloaded. What is kept for a loop becomes
 * useless when the loader of its class has been collected. Keeps no loader alive. Thread-safe.
 */
final class SitesOfLoaders {
  private final ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
  private final Set<OfLoader> sites = ConcurrentHashMap.newKeySet();

  /** The number of a site, valid until the loader of its class is collected. */
  private static final class OfLoader extends WeakReference<ClassLoader> {
    final int site;

    OfLoader(ClassLoader loader, ReferenceQueue<ClassLoader> gone, int site) {
      super(loader, gone);
      this.site = site;
    }
  }

  void add(int site, ClassLoader loader) {
    sites.add(new OfLoader(loader, gone, site));
  }

  /**
   * Returns the sites whose loaders were collected since the last call; each site is returned once.
   */
  Set<Integer> takeGone() {
    Set<Integer> taken = new HashSet<>();
    for (var site = gone.poll(); site != null; site = gone.poll()) {
      if (site instanceof OfLoader ofLoader && sites.remove(ofLoader)) {
        taken.add(ofLoader.site);
      }
    }
    return taken;
  }
}
