import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Sorting with traced comparators, among them one that breaks its contract and one that throws. */
public class Comparators {
    static class Person {
        final String name;
        final int age;

        Person(String name, int age) {
            this.name = name;
            this.age = age;
        }

        String name() {
            return name;
        }

        int age() {
            return age;
        }
    }

    static class ByAge implements Comparator<Person> {
        int calls;

        @Override
        public int compare(Person a, Person b) {
            calls++;
            return a.age - b.age;
        }
    }

    public static void main(String[] args) {
        List<Person> people = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            people.add(new Person("p" + i * 7 % 40, i * 11 % 9));
        }
        ByAge by = new ByAge();
        people.sort(by);
        System.out.println(people.get(0).name + people.get(39).name + " " + (by.calls >= 39));
        people.sort(Comparator.comparing(Person::age).reversed().thenComparing(Person::name));
        System.out.println(people.get(0).name + people.get(39).name);
        Integer[] n = {5, 3, 9, 1};
        Arrays.sort(n, (a, b) -> b - a);
        System.out.println(Arrays.toString(n) + Collections.max(Arrays.asList(n), Comparator.comparing(x -> x % 5)));
        try {
            people.sort((a, b) -> {
                throw new IllegalStateException("compare");
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
