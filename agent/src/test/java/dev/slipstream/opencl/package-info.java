/** OpenCL devices for tests of several. */
package dev.slipstream.opencl;
