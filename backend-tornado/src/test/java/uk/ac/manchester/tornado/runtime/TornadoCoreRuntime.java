package uk.ac.manchester.tornado.runtime;

/** Tells that TornadoVM is there, and not only its API. */
public final class TornadoCoreRuntime {
  private TornadoCoreRuntime() {}
}
