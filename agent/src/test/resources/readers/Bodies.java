import dev.slipstream.api.Parallel;
import java.net.http.HttpRequest.*;
import java.nio.ByteBuffer;
import java.util.*;
import java.util.concurrent.*;

public class Bodies {
  static byte[] made() {
    byte[] made = new byte[4096];
    for (@Parallel int i = 0; i < made.length; i++) {
      int s = 0;
      for (int k = 0; k < 500; k++) s = s * 31 + k + i;
      made[i] = (byte) s;
    }
    return made;
  }

  public static void main(String[] args) throws Throwable {
    for (int r = 0; r < 2; r++) {
      Iterable<byte[]> it =
          () ->
              new Iterator<byte[]>() {
                int n;

                public boolean hasNext() {
                  return n < 2;
                }

                public byte[] next() {
                  n++;
                  return made();
                }
              };
      BodyPublisher p = BodyPublishers.ofByteArrays(it);
      CompletableFuture<Integer> got = new CompletableFuture<>();
      p.subscribe(
          new Flow.Subscriber<ByteBuffer>() {
            int h;

            public void onSubscribe(Flow.Subscription s) {
              s.request(100);
            }

            public void onNext(ByteBuffer b) {
              while (b.hasRemaining()) h = h * 31 + b.get();
            }

            public void onError(Throwable t) {
              got.completeExceptionally(t);
            }

            public void onComplete() {
              got.complete(h);
            }
          });
      System.out.println(got.get());
    }
  }
}
