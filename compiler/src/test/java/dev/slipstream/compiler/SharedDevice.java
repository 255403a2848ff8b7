package dev.slipstream.compiler;

import dev.slipstream.compiler.opencl.OpenClTestDevice;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The OpenCL device of a test class, if there is one. */
public final class SharedDevice implements BeforeAllCallback, AfterAllCallback {
  private Optional<OpenClTestDevice> device = Optional.empty();

  @Override
  public void beforeAll(ExtensionContext context) {
    device = OpenClTestDevice.open("");
  }

  @Override
  public void afterAll(ExtensionContext context) {
    device.ifPresent(OpenClTestDevice::close);
  }

  /** The device; empty if there is none. */
  public Optional<OpenClTestDevice> get() {
    return device;
  }
}
