package uk.ac.manchester.tornado.runtime;

/** Shows that TornadoVM is available, not only its API. */
public final class TornadoCoreRuntime {
  private TornadoCoreRuntime() {}
}
