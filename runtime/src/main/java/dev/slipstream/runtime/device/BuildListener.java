package dev.slipstream.runtime.device;

/** Is told whether a driver had to build a kernel. Thread-safe; never throws. */
public interface BuildListener {
  /** One that does nothing. */
  BuildListener NONE =
      new BuildListener() {
        @Override
        public void fromCache() {}

        @Override
        public void built() {}
      };

  /** A kernel was loaded as an earlier run had left it. */
  void fromCache();

  /** A kernel was not among those that earlier runs left, and was built. */
  void built();
}
