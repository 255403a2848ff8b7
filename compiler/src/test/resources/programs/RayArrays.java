import dev.slipstream.api.Parallel;

/** Spheres in arrays, rays in scalars. */
class RayArrays {
  static Object run(int size) {
    double[] cx = {0, 1, -1.5, 0.2},
        cy = {0, 0.5, -0.3, -1},
        cz = {5, 4, 6, 3},
        r2 = {1, 0.25, 1.5, 0.1};
    int[] image = new int[size * size];
    for (@Parallel int py = 0; py < size; py++) {
      for (@Parallel int px = 0; px < size; px++) {
        double dx = (px - size / 2.0) / size, dy = (size / 2.0 - py) / size, dz = 1;
        double inverse = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
        dx *= inverse;
        dy *= inverse;
        dz *= inverse;
        double nearest = Double.MAX_VALUE;
        int hit = -1;
        for (int s = 0; s < cx.length; s++) {
          double b = cx[s] * dx + cy[s] * dy + cz[s] * dz;
          double c = cx[s] * cx[s] + cy[s] * cy[s] + cz[s] * cz[s] - r2[s];
          double det = b * b - c;
          if (det > 0) {
            double t = b - Math.sqrt(det);
            if (t > 0 && t < nearest) {
              nearest = t;
              hit = s;
            }
          }
        }
        int colour = 0;
        if (hit >= 0) {
          double nx = nearest * dx - cx[hit],
              ny = nearest * dy - cy[hit],
              nz = nearest * dz - cz[hit];
          double light = Math.max(0, (-nx + ny - nz) / Math.sqrt(3 * r2[hit]));
          colour = (int) (255 * light) * 0x010101;
        }
        image[py * size + px] = colour;
      }
    }
    return image;
  }
}
