package dev.slipstream.agent.connection;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The call sites of classes that may be unloaded, by their numbers: what is kept for a loop is of
 * no use any more once the loader of its class is gone. Keeps no loader. Thread-safe.
 */
final class SitesOfLoaders {
  private final ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
  private final Set<OfLoader> sites = ConcurrentHashMap.newKeySet();

  /** A site, as long as the loader of its class is there. */
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

  /** The sites whose loaders have gone since the last call; each is returned once. */
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
