package uk.ac.manchester.tornado.api.enums;

/** The backends of TornadoVM. */
public enum TornadoVMBackendType {
  OPENCL,
  PTX,
  SPIRV,
  METAL,
  CUDA
}
