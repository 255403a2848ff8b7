package dev.slipstream.agent.rewriting;

import dev.slipstream.compiler.guard.scan.KnownClasses;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What was read about the classes that each class loader sees. Discarded with the loader, or when
 * memory is short. Thread-safe.
 */
final class SeenClasses {
  private final Map<ClassLoader, SoftReference<KnownClasses>> byLoader = new WeakHashMap<>();

  /** Returns the known classes of a loader. */
  synchronized KnownClasses of(ClassLoader loader) {
    SoftReference<KnownClasses> reference = byLoader.get(loader);
    @Nullable KnownClasses known = reference == null ? null : reference.get();
    if (known == null) {
      known = new KnownClasses();
      byLoader.put(loader, new SoftReference<>(known));
    }
    return known;
  }
}
