package dev.slipstream.runtime.configuration;

import java.util.ArrayList;
import java.util.List;

/**
 * The value of {@code slipstream.device}.
 *
 * @param kind how devices are chosen
 * @param id for {@link Kind#NAMED} a device's id, {@code opencl:0}, or its backend's name for that
 *     backend's first device and all others that can share its loops; otherwise empty
 */
public record DeviceChoice(Kind kind, String id) {

  /** How devices are chosen. */
  public enum Kind {
    /** By availability and cost. */
    AUTO,
    /** None: every loop runs on the host. */
    HOST,
    /** By the user, whatever the cost. */
    NAMED
  }

  /** The choice by availability and cost. */
  public static DeviceChoice auto() {
    return new DeviceChoice(Kind.AUTO, "");
  }

  /** No device. */
  public static DeviceChoice host() {
    return new DeviceChoice(Kind.HOST, "");
  }

  /** One device, by its id or its backend's name. */
  public static DeviceChoice named(String id) {
    return new DeviceChoice(Kind.NAMED, id);
  }

  /** The name of the backend of the named device. */
  public String backend() {
    int colon = id.indexOf(':');
    return colon < 0 ? id : id.substring(0, colon);
  }

  /**
   * Whether it is a device that a driver has to be opened for.
   *
   * @param cores the name of the backend of all cores, which needs none
   */
  public boolean hasDriver(String cores) {
    return kind == Kind.NAMED && !backend().equals(cores);
  }

  /**
   * Returns this choice if a backend can open its device.
   *
   * @param backends the names of the backends that were found
   * @param log receives a message if none of them can
   * @return this choice; {@link #auto} if there is no backend of its name
   */
  public DeviceChoice among(List<String> backends, Log log) {
    List<String> names = new ArrayList<>(Option.DEVICE.words());
    for (String name : backends) {
      if (!names.contains(name)) {
        names.add(name);
      }
    }
    if (kind != Kind.NAMED || names.contains(backend())) {
      return this;
    }
    log.warn(
        Option.DEVICE.key()
            + "="
            + id
            + " is ignored: it must be "
            + String.join("|", names)
            + "; the nearest is "
            + NearestWord.to(id, names));
    return auto();
  }

  /** Whether the id does not say which of the backend's devices is meant. */
  public boolean anyOfBackend() {
    return id.indexOf(':') < 0;
  }
}
