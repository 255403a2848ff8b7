package uk.ac.manchester.tornado.api;

import java.util.List;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;

/** One backend with one device. */
public interface TornadoBackend {
  TornadoVMBackendType getBackendType();

  List<TornadoDevice> getAllDevices();
}
