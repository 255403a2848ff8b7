package dev.slipstream.runtime.eager;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.transfer.ArrayPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One launch's arrays, with equal ones merged. */
final class EagerArguments {
  private static final DeviceArray NO_ARRAY = DeviceArray.untouched(0);

  private final List<ArrayUse> uses = new ArrayList<>();
  private final @Nullable ArrayUse[] byParameter;

  /**
   * @param parameters what the kernel takes
   */
  EagerArguments(List<KernelParameter> parameters, Launch launch) {
    Object[] arguments = launch.arguments();
    this.byParameter = new ArrayUse[arguments.length];
    for (int p = 0; p < arguments.length; p++) {
      KernelParameter parameter = parameters.get(p);
      if (parameter.isArray() && !parameter.scratch() && arguments[p] != null) {
        byParameter[p] = use(arguments[p]);
      }
    }
    for (ArrayAccess access : launch.accesses()) {
      ArrayUse use = byParameter[access.parameter()];
      if (use != null) {
        use.add(access);
      }
    }
    ArrayUse number = launch.isChecked() ? byParameter[launch.violation()] : null;
    if (number != null && !number.accessed()) {
      number.add(new ArrayAccess(launch.violation(), 0, 1, 0, 1, /* writesAll= */ false));
    }
  }

  private ArrayUse use(Object array) {
    // Few arrays: a scan is faster than a map.
    for (ArrayUse use : uses) {
      if (use.array() == array) {
        return use;
      }
    }
    ArrayUse use = new ArrayUse(array);
    uses.add(use);
    return use;
  }

  /** The distinct arrays. */
  List<ArrayUse> arrays() {
    return uses;
  }

  /**
   * The array of a parameter.
   *
   * @throws IllegalArgumentException if the parameter is no array
   */
  ArrayUse array(int parameter) {
    ArrayUse use = byParameter[parameter];
    if (use == null) {
      throw new IllegalArgumentException("parameter " + parameter + " is no array");
    }
    return use;
  }

  /** What has to be on the device before the launch. */
  List<ArrayPart> uploads() {
    return uses.stream().flatMap(use -> use.upload().stream()).toList();
  }

  /** What comes back after the launch. */
  List<ArrayPart> downloads() {
    return uses.stream().flatMap(use -> use.download().stream()).toList();
  }

  /** What the kernel gets, by its parameters. Memory must have been taken. */
  List<DeviceArray> onDevice() {
    DeviceArray[] all = new DeviceArray[byParameter.length];
    for (int p = 0; p < all.length; p++) {
      ArrayUse use = byParameter[p];
      all[p] = use == null ? NO_ARRAY : use.onDevice();
    }
    return Arrays.asList(all);
  }
}
