// Kotlin's classes: sealed and data classes, value classes, delegation, default arguments, inline functions, objects,
// operators, interfaces with bodies, generics.
sealed interface Expr {
    fun size(): Int = 1
}

data class Num(val value: Int) : Expr

data class Sum(val left: Expr, val right: Expr) : Expr {
    override fun size() = left.size() + right.size()
}

data object Nothingness : Expr

@JvmInline
value class Meters(val value: Int) : Comparable<Meters> {
    operator fun plus(other: Meters) = Meters(value + other.value)

    override fun compareTo(other: Meters) = value.compareTo(other.value)
}

interface Named {
    val name: String

    fun greet(times: Int = 1, end: String = "!"): String = "hello $name".repeat(times) + end
}

class Person(override val name: String) : Named

class Proxy(private val real: Named) : Named by real {
    val lazily by lazy { real.name.length }
    var watched = 0
        set(value) {
            field = value * 2
        }
}

open class Outer(val n: Int) {
    open inner class Inner(val m: Int) {
        fun both() = n * m
    }

    companion object {
        var made = 0

        fun make(n: Int) = Outer(n).also { made++ }
    }
}

enum class Op(val run: (Int, Int) -> Int) {
    ADD(Int::plus),
    MUL({ a, b -> a * b }),
}

fun eval(e: Expr): Int = when (e) {
    is Num -> e.value
    is Sum -> eval(e.left) + eval(e.right)
    Nothingness -> 0
}

inline fun <reified T> count(all: List<Any>) = all.count { it is T }

inline fun firstOr(all: List<Int>, default: Int, test: (Int) -> Boolean): Int {
    for (one in all) {
        if (test(one)) return one
    }
    return default
}

tailrec fun gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)

fun Int.digits() = generateSequence(this) { if (it > 9) it / 10 else null }.count()

fun words(e: Expr): String = "${e.javaClass.simpleName} ${e.hashCode() == e.hashCode()} ${e == e}"

fun main() {
    val tree = Sum(Num(1), Sum(Num(2), Nothingness))
    println("${eval(tree)} ${tree.size()} $tree ${tree.copy(left = Num(5))}")
    println(words(tree) + words(Num(1)))
    println(listOf(Meters(3), Meters(1)).max() + Meters(4))
    val proxy = Proxy(Person("Ann"))
    proxy.watched = 4
    println(proxy.greet() + proxy.greet(2) + proxy.greet(end = "?") + proxy.lazily + proxy.watched)
    println(Outer.make(3).Inner(4).both() + Outer.made)
    println(Op.entries.map { it.run(3, 4) })
    println(count<String>(listOf(1, "a", "b")) + firstOr(listOf(1, 5, 9), 0) { it > 3 } + gcd(48, 18) + 1234.digits())
    println(listOf(3, 1, 2).sortedBy { -it }.groupBy { it % 2 }.mapValues { (key, all) -> all.fold(key, Int::plus) })
    val (a, b) = Pair(1, "x")
    println(runCatching { error("$a$b") }.exceptionOrNull()?.message)
    val text: String? = if (a > 1) "t" else null
    println(text?.length ?: try { "12x".toInt() } catch (e: NumberFormatException) { -1 })
    label@ for (i in 1..3) {
        for (j in 10 downTo 0 step 3) {
            if (j < i) continue@label
            if (i * j == 12) break@label
            print("$i$j ")
        }
    }
    println()
}
