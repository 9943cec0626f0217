package demo;

class Rays {
    void render() {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image[y][x] = trace(x, y);
            }
        }
    }
}
