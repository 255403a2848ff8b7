package dev.slipstream.runtime.device;

/** Is notified whether a driver had to build a kernel. Thread-safe; never throws. */
public interface BuildListener {
  /** A listener that does nothing. */
  BuildListener NONE =
      new BuildListener() {
        @Override
        public void fromCache() {}

        @Override
        public void built() {}
      };

  /** A kernel was loaded as an earlier run had left it. */
  void fromCache();

  /** A kernel was not found among those of earlier runs, and was built. */
  void built();
}
