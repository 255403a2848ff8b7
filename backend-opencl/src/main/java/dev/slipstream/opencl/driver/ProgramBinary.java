package dev.slipstream.opencl.driver;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/** Converts a driver's build result to bytes, which only this driver can interpret, and back. */
public final class ProgramBinary {
  private ProgramBinary() {}

  /**
   * The build result of a program that was built for one device.
   *
   * @param program the {@code cl_program}
   * @return its bytes; none if the driver does not return them
   */
  public static byte[] of(long program) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer value = stack.callocPointer(1);
      ask(program, CL10.CL_PROGRAM_BINARY_SIZES, value);
      int bytes = Math.toIntExact(value.get(0));
      if (bytes == 0) {
        return new byte[0];
      }
      ByteBuffer binary = MemoryUtil.memCalloc(bytes);
      try {
        ask(program, CL10.CL_PROGRAM_BINARIES, value.put(0, MemoryUtil.memAddress(binary)));
        byte[] copy = new byte[bytes];
        binary.get(copy);
        return copy;
      } finally {
        MemoryUtil.memFree(binary);
      }
    }
  }

  /**
   * Creates a program from a build result; the program must still be built.
   *
   * @return the {@code cl_program}
   * @throws ClException if the driver does not accept the bytes
   */
  public static long load(long context, long device, byte[] binary) throws ClException {
    ByteBuffer bytes = MemoryUtil.memAlloc(binary.length);
    try (MemoryStack stack = MemoryStack.stackPush()) {
      bytes.put(binary).flip();
      IntBuffer status = stack.callocInt(1);
      IntBuffer code = stack.callocInt(1);
      long program =
          CL10.clCreateProgramWithBinary(context, stack.pointers(device), bytes, status, code);
      String call = "clCreateProgramWithBinary";
      ClException.check(call, code.get(0));
      if (status.get(0) != 0) {
        CL10.clReleaseProgram(program);
        throw new ClException(call, status.get(0));
      }
      return program;
    } finally {
      MemoryUtil.memFree(bytes);
    }
  }

  private static void ask(long program, int name, PointerBuffer value) throws ClException {
    int code =
        CL10.nclGetProgramInfo(
            program, name, Long.BYTES, MemoryUtil.memAddress(value), MemoryUtil.NULL);
    ClException.check("clGetProgramInfo", code);
  }
}
