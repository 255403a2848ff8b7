import dev.slipstream.api.Parallel;
import java.lang.management.ManagementFactory;
import javax.management.*;
import javax.management.openmbean.CompositeData;

public class ManagedBean {
  public static class Part {
    public double[] getData() {
      return made();
    }
  }

  public interface WholeMXBean {
    Part getPart();
  }

  public static class Whole implements WholeMXBean {
    public Part getPart() {
      return new Part();
    }
  }

  static double[] made() {
    double[] made = new double[4096];
    for (@Parallel int i = 0; i < made.length; i++) {
      double s = 0;
      for (int k = 0; k < 500; k++) s += Math.sqrt(k + i);
      made[i] = s;
    }
    return made;
  }

  public static void main(String[] args) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("sample:type=Whole");
    server.registerMBean(new Whole(), name);
    for (int r = 0; r < 2; r++) {
      CompositeData part = (CompositeData) server.getAttribute(name, "Part");
      System.out.println(part.hashCode());
    }
  }
}
