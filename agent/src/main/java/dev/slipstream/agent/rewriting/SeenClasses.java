package dev.slipstream.agent.rewriting;

import dev.slipstream.compiler.guard.scan.KnownClasses;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What was read of the classes that each class loader sees. Forgotten with the loader, or where
 * memory is short. Thread-safe.
 */
final class SeenClasses {
  private final Map<ClassLoader, SoftReference<KnownClasses>> byLoader = new WeakHashMap<>();

  /** The classes that a loader sees. */
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
