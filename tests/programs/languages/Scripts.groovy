// Groovy: dynamic and static compilation, closures, builders, traits, operators, properties, ranges, metaclasses.
import groovy.transform.CompileStatic

trait Named {
    String name

    String greet() { "hello $name" }
}

class Person implements Named, Comparable<Person> {
    int age

    int compareTo(Person other) { age <=> other.age }

    Person plus(Person other) { new Person(name: name + other.name, age: age + other.age) }

    def propertyMissing(String property) { "no $property" }
}

@CompileStatic
class Numbers {
    static int sum(List<Integer> all) {
        int sum = 0
        for (int one : all) {
            sum += one
        }
        return sum
    }

    static List<Integer> primes(int limit) {
        List<Integer> found = []
        (2..limit).each { int n ->
            if (found.every { int p -> n % p != 0 }) {
                found << n
            }
        }
        found
    }
}

class Scripts {
    static int factorial(int n) { n < 2 ? 1 : n * factorial(n - 1) }

    static describe(it) {
        switch (it) {
            case 1..3: return 'small'
            case Integer: return 'int'
            case ~/a.*/: return 'a word'
            case [null, 'x']: return 'in list'
            default: return 'other'
        }
    }

    static void main(String[] arguments) {
        def people = [new Person(name: 'Ann', age: 30), new Person(name: 'Bob', age: 20)]
        println people.sort(false)*.name
        println people.max().greet() + people[0].missing + (people[0] + people[1]).age
        println people.collectEntries { [it.name, it.age] }.findAll { name, age -> age > 20 }
        println Numbers.sum([1, 2, 3]) + Numbers.primes(20).size() + factorial(5)
        println([2, 7, 'abc', null, 'z'].collect { describe(it) })
        def counter = { int n = 0 -> { -> n += 1 } }
        def next = counter(5)
        next()
        println next() + people*.age.sum()
        def text = new StringBuilder()
        text.with {
            append 'a'
            append 1 ?: 2
        }
        println "$text ${people?.size()} ${null?.size()}"
        try {
            people.nothing()
        } catch (MissingMethodException e) {
            println 'missing'
        } finally {
            println 'done'
        }
        println((1..4).inject(0) { so, n -> so + n } + [1, [2, [3]]].flatten().size())
        def (a, b) = [1, 2]
        println([a, b]*.plus(1) as Set)
    }
}
