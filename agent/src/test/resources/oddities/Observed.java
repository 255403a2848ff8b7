import com.sun.net.httpserver.HttpServer;
import dev.slipstream.api.Parallel;
import java.net.*;
import java.net.http.*;
import java.util.*;

/** Runs loops on two threads, and fetches a page between them. */
public class Observed {
  static void step(double[] a, int k) {
    for (@Parallel int i = 0; i < a.length; i++) {
      double s = a[i];
      for (int j = 0; j < 100; j++) s = s * 0.5 + j * k;
      a[i] = s + i;
    }
  }

  public static void main(String[] arguments) throws Exception {
    double[] a = new double[20000];
    double[] b = new double[10000];
    Thread other =
        new Thread(
            () -> {
              for (int r = 0; r < 10; r++) step(b, r);
            });
    other.start();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] page = new byte[1000];
          Arrays.fill(page, (byte) 65);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    HttpClient client = HttpClient.newHttpClient();
    for (int r = 0; r < 5; r++) {
      step(a, r);
      HttpResponse<byte[]> page =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
      System.out.println(page.body().length + " " + a[r * 7]);
    }
    other.join();
    server.stop(0);
    System.out.println(Arrays.hashCode(a) + " " + Arrays.hashCode(b));
    System.exit(0);
  }
}
