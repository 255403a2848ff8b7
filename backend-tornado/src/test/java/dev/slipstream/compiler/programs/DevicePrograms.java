package dev.slipstream.compiler.programs;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.random.DeviceFuzz;
import dev.slipstream.runtime.device.Device;
import java.util.ArrayList;
import java.util.List;

/** Runs the named programs of the compiler's tests with their loops on a device. */
public final class DevicePrograms {
  private DevicePrograms() {}

  /** Runs all programs and returns those whose results differ from the JVM's. */
  public static List<String> run(Device device) {
    DeviceFuzz loops = new DeviceFuzz(device);
    List<String> wrong = new ArrayList<>();
    for (NamedProgram named : NamedProgram.all()) {
      TestProgram program = TestProgram.source(named.name(), named.source());
      program.launchWith(loops.launcher());
      try {
        Object expected = program.plain("run", named.size());
        ReturnedValues.assertSame(expected, program.taken("run", named.size()), named.exact());
      } catch (Throwable different) {
        wrong.add(named.name() + ": " + different);
        System.out.println(named.name() + ": " + different);
      }
    }
    System.out.println("named programs: " + loops.summary());
    loops.reasons().forEach(System.out::println);
    return wrong;
  }

  /**
   * Runs methods of one program and returns those whose results differ from the JVM's.
   *
   * @param name the name of its class
   * @param text the program's source text
   * @param methods that take an int and return an array
   * @param size the argument of the methods
   */
  public static List<String> run(
      Device device, String name, String text, List<String> methods, int size) {
    DeviceFuzz loops = new DeviceFuzz(device);
    List<String> wrong = new ArrayList<>();
    TestProgram program = TestProgram.source(name, text);
    program.launchWith(loops.launcher());
    for (String method : methods) {
      try {
        Object expected = program.plain(method, size);
        ReturnedValues.assertSame(expected, program.taken(method, size), /* exact= */ true);
      } catch (Throwable different) {
        wrong.add(method + ": " + different);
        System.out.println(method + ": " + different);
      }
    }
    System.out.println(name + ": " + loops.summary());
    loops.reasons().forEach(System.out::println);
    return wrong;
  }
}
