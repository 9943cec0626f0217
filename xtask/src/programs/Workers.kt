import kotlinx.coroutines.*
import kotlinx.coroutines.channels.*
import kotlinx.coroutines.flow.*
import kotlinx.coroutines.sync.*

suspend fun square(n: Int): Int { delay(1); return n * n }
suspend fun produce(scope: CoroutineScope) = Channel<Int>(2).also { c -> scope.launch { for (i in 1..10) c.send(i); c.close() } }

sealed interface Expr
data class Num(val v: Int) : Expr
data class Sum(val l: Expr, val r: Expr) : Expr
fun eval(e: Expr): Int = when (e) { is Num -> e.v; is Sum -> eval(e.l) + eval(e.r) }

@JvmInline value class Meters(val m: Int) { operator fun plus(o: Meters) = Meters(m + o.m) }
inline fun <reified T> countOf(xs: List<Any>) = xs.count { it is T }

fun main() {
    val total = runBlocking {
        val parts = (1..20).map { async(Dispatchers.Default) { square(it) } }
        parts.awaitAll().sum()
    }
    println(total)
    runBlocking {
        val c = produce(this)
        var s = 0
        for (x in c) s += x
        println(s)
        println(flow { for (i in 1..5) { emit(i); delay(1) } }.map { it * 2 }.filter { it > 2 }.toList())
        val m = Mutex(); var n = 0
        coroutineScope { repeat(50) { launch(Dispatchers.Default) { m.withLock { n++ } } } }
        println(n)
        try { withTimeout(5) { delay(1000) } } catch (e: TimeoutCancellationException) { println("timeout") }
        val job = launch { try { delay(1000) } finally { println("cancelled") } }
        yield(); job.cancelAndJoin()
        val st = MutableStateFlow(0); val col = launch { st.takeWhile { it < 3 }.collect { } }
        for (i in 1..3) { st.value = i; yield() }; col.join()
        println(supervisorScope { val d = async { error("x") }; try { d.await() } catch (e: IllegalStateException) { e.message } })
        println(select())
    }
    println(sequence { var a = 1; while (true) { yield(a); a *= 2 } }.take(8).toList())
    println(eval(Sum(Num(1), Sum(Num(2), Num(3)))))
    println(Meters(3) + Meters(4)); println(countOf<String>(listOf(1, "a", "b")))
    println(listOf(3, 1, 2).sortedBy { -it }.groupBy { it % 2 }.mapValues { (k, v) -> v.fold(k) { a, b -> a + b } })
}
suspend fun select(): String = coroutineScope {
    val a = async { delay(500); "slow" }; val b = async { delay(1); "fast" }
    kotlinx.coroutines.selects.select<String> { a.onAwait { it }; b.onAwait { it } }.also { coroutineContext.cancelChildren() }
}
