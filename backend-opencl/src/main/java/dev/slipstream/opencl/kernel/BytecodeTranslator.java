package dev.slipstream.opencl.kernel;

import dev.slipstream.compiler.opencl.ArrayStart;
import dev.slipstream.compiler.opencl.FloatingPoint;
import dev.slipstream.compiler.opencl.OpenClSource;
import dev.slipstream.compiler.opencl.OpenClTranslator;
import dev.slipstream.compiler.opencl.UntranslatableException;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.DeviceException;
import java.util.Objects;
import java.util.regex.Pattern;

/** Translates a kernel's bytecode with the compiler's OpenCL translator. */
public final class BytecodeTranslator implements KernelTranslator {
  /**
   * The text contains only the functions that the kernel calls, so the type's name shows whether it
   * is used.
   */
  private static final Pattern FLOAT = Pattern.compile("\\bfloat\\b");

  @Override
  public KernelText translate(RangeKernel kernel) throws DeviceException {
    return translate(kernel, ArrayStart.FIRST_ELEMENT);
  }

  @Override
  public KernelText translateForParts(RangeKernel kernel) throws DeviceException {
    return translate(kernel, ArrayStart.ANY_ELEMENT);
  }

  private static KernelText translate(RangeKernel kernel, ArrayStart start) throws DeviceException {
    try {
      OpenClSource source =
          OpenClTranslator.translate(
              kernel.classFile(),
              kernel.dimensions(),
              kernel.descriptors(),
              kernel.fastMath() ? FloatingPoint.RELAXED : FloatingPoint.EXACT,
              kernel.scratch(),
              start);
      return new KernelText(
          source.text(),
          source.kernelName(),
          FLOAT.matcher(source.text()).find(),
          source.usesDouble(),
          source.usesByteStores(),
          source.privateBytes(),
          kernel.fastMath(),
          start == ArrayStart.ANY_ELEMENT,
          source.countsStarts());
    } catch (UntranslatableException e) {
      throw new DeviceException(
          "OpenCL cannot run it: " + Objects.requireNonNullElse(e.getMessage(), e.toString()), e);
    }
  }
}
