// Kotlin coroutines: suspending functions are state machines; channels, flows, select, cancellation, all on one thread.
import kotlinx.coroutines.*
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.*
import kotlinx.coroutines.selects.select

suspend fun square(n: Int): Int {
    yield()
    return n * n
}

suspend fun sum(from: Channel<Int>): Int {
    var sum = 0
    for (item in from) {
        sum += item
    }
    return sum
}

suspend fun guarded(n: Int): String =
    try {
        yield()
        check(n > 1) { "too small: $n" }
        "$n"
    } catch (e: IllegalStateException) {
        e.message ?: "?"
    } finally {
        yield()
    }

fun main() = runBlocking {
    println((1..10).map { async { square(it) } }.awaitAll().sum())
    val channel = Channel<Int>(2)
    launch {
        for (i in 1..6) {
            channel.send(i)
        }
        channel.close()
    }
    println(sum(channel))
    println(flow {
        for (i in 1..5) {
            emit(i)
            yield()
        }
    }.map { it * 2 }.filter { it > 2 }.toList())
    println(guarded(1) + guarded(2))
    val job = launch {
        try {
            awaitCancellation()
        } finally {
            println("cancelled")
        }
    }
    yield()
    job.cancelAndJoin()
    val slow = async { awaitCancellation() }
    val fast = async { "fast" }
    println(select<String> {
        fast.onAwait { it }
        slow.onAwait { "slow" }
    })
    slow.cancel()
    println(sequence {
        var n = 1
        while (true) {
            yield(n)
            n *= 2
        }
    }.take(8).toList())
}
