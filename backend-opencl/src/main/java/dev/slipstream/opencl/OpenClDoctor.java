package dev.slipstream.opencl;

import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.NvidiaDriver;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Describes each OpenCL driver in one line, and tells what to do where one is missing. */
final class OpenClDoctor {
  private static final Pattern POCL = Pattern.compile(".*PoCL (\\d+[.\\d]*).*");
  private static final Pattern VENDOR_PART = Pattern.compile("OpenCL \\d+\\.\\d+ (\\S.*)");

  /** Lists the devices. */
  @FunctionalInterface
  interface Search {
    List<DeviceFacts> run() throws DeviceException;
  }

  private final NvidiaDriver nvidia;

  OpenClDoctor(NvidiaDriver nvidia) {
    this.nvidia = nvidia;
  }

  List<Finding> findings(Search search) {
    List<Finding> findings = new ArrayList<>();
    boolean nvidiaListed = false;
    try {
      Map<String, List<DeviceFacts>> platforms =
          search.run().stream()
              .collect(
                  Collectors.groupingBy(
                      facts -> platform(facts), LinkedHashMap::new, Collectors.toList()));
      for (Map.Entry<String, List<DeviceFacts>> platform : platforms.entrySet()) {
        boolean usable = platform.getValue().stream().anyMatch(DeviceFacts::usable);
        findings.add(
            new Finding("opencl", platform.getKey(), devices(platform.getValue()), usable));
        nvidiaListed |= platform.getKey().contains("NVIDIA");
      }
      if (platforms.isEmpty()) {
        findings.add(
            new Finding(
                "opencl",
                "–",
                "no driver found: apt-get install pocl-opencl-icd runs it on this machine's CPU",
                false));
      }
    } catch (DeviceException e) {
      findings.add(
          new Finding(
              "opencl", "–", Objects.requireNonNullElse(e.getMessage(), e.toString()), false));
    }
    Optional<NvidiaDriver.Library> library = nvidia.find();
    if (!nvidiaListed && library.isPresent()) {
      findings.add(unlisted(library.get()));
    }
    return findings;
  }

  private static Finding unlisted(NvidiaDriver.Library library) {
    return new Finding(
        "opencl",
        "NVIDIA",
        library.version()
            + " found, but OpenCL does not know it:\n"
            + "write the path of libnvidia-opencl.so.1 into OpenCL's vendors folder as nvidia.icd:\n"
            + "mkdir -p /etc/OpenCL/vendors && echo "
            + library.path()
            + " > /etc/OpenCL/vendors/nvidia.icd",
        false);
  }

  private static String platform(DeviceFacts facts) {
    Matcher pocl = POCL.matcher(facts.platformVersion());
    if (pocl.matches()) {
      return "PoCL " + pocl.group(1);
    }
    Matcher vendor = VENDOR_PART.matcher(facts.platformVersion());
    // Formats NVIDIA CUDA + "CUDA 13.0.84" as NVIDIA CUDA 13.0.84.
    String version = vendor.matches() ? vendor.group(1) : facts.platformVersion();
    String name = facts.platformName();
    int overlap = version.indexOf(' ');
    return overlap > 0 && name.endsWith(version.substring(0, overlap))
        ? name + version.substring(overlap)
        : name + " " + version;
  }

  private static String devices(List<DeviceFacts> devices) {
    String names = devices.stream().map(OpenClDoctor::device).collect(Collectors.joining(", "));
    return devices.size() + (devices.size() == 1 ? " device: " : " devices: ") + names;
  }

  private static String device(DeviceFacts facts) {
    List<String> remarks = new ArrayList<>();
    remarks.add(
        facts.computeUnits()
            + (facts.kind() == DeviceFacts.Kind.CPU ? " cores" : " multiprocessors"));
    remarks.add(facts.doubles() ? "fp64" : "no fp64");
    facts.unusableBecause().ifPresent(remarks::add);
    return facts.name() + " (" + String.join(", ", remarks) + ")";
  }
}
