package data;

/** Keeps one number. */
public interface Store {
    int get();

    void set(int number);
}
