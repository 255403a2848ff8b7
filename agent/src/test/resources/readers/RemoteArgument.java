import dev.slipstream.api.Parallel;
import java.rmi.*;
import java.rmi.server.*;

public class RemoteArgument {
  public interface Calc extends Remote {
    double sum(double[] x) throws RemoteException;
  }

  public static class Impl implements Calc {
    public double sum(double[] x) {
      double s = 0;
      for (double d : x) s += d;
      return s;
    }
  }

  static double[] made(int n) {
    double[] made = new double[n];
    for (@Parallel int i = 0; i < made.length; i++) {
      double s = 0;
      for (int k = 0; k < 500; k++) s += Math.sqrt(k + i);
      made[i] = s;
    }
    return made;
  }

  public static void main(String[] args) throws Exception {
    Impl impl = new Impl();
    Calc stub = (Calc) UnicastRemoteObject.exportObject(impl, 0);
    for (int r = 0; r < 3; r++) System.out.println(stub.sum(made(4096)));
    UnicastRemoteObject.unexportObject(impl, true);
  }
}
