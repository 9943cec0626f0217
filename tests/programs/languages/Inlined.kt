// Inline functions: class files number their lines behind those of the file, and a source map says where they come from.
inline fun <T> timed(n: Int, task: (Int) -> T): T {
    var result = task(0)
    for (i in 1 until n) { // loop
        result = task(i)
    }
    return result
}

fun main() {
    println(timed(40) { factor ->
        val all = IntArray(50)
        all.indices.forEach { all[it] = it * factor }
        all.sum()
    })
    for (n in 1..3) { // loop
        print(timed(n) { it + n })
    }
    println()
}
