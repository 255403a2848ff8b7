import dev.slipstream.api.Parallel;
import java.rmi.*;
import java.rmi.server.*;

public class RemoteResult {
  public interface Calc extends Remote {
    double[] result(int n) throws RemoteException;
  }

  public static class Impl implements Calc {
    public double[] result(int n) {
      double[] made = new double[n];
      for (@Parallel int i = 0; i < made.length; i++) {
        double s = 0;
        for (int k = 0; k < 500; k++) s += Math.sqrt(k + i);
        made[i] = s;
      }
      return made;
    }
  }

  public static void main(String[] args) throws Exception {
    Impl impl = new Impl();
    Calc stub = (Calc) UnicastRemoteObject.exportObject(impl, 0);
    for (int r = 0; r < 3; r++) {
      double sum = 0;
      for (double d : stub.result(4096)) sum += d;
      System.out.println(sum);
    }
    UnicastRemoteObject.unexportObject(impl, true);
  }
}
