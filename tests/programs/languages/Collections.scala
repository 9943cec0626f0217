// Scala: collections, traits that stack, pattern matching, lazy values, closures, tail calls, implicits.
import scala.collection.immutable.{ListMap, TreeMap}
import scala.collection.mutable
import scala.util.{Failure, Success, Try}

trait Shape {
  def area: Double
  override def toString: String = "shape " + area
  override def hashCode: Int = area.toInt
}

trait Scaled extends Shape {
  def factor: Int
  abstract override def area: Double = super.area * factor
}

trait Named extends Shape {
  override def toString: String = "named " + super.toString
}

class Square(side: Double) extends Shape {
  def area: Double = side * side
}

case class Circle(radius: Int) extends Shape {
  lazy val area: Double = 3.0 * radius * radius
}

class Meters(val value: Int) extends AnyVal {
  def +(other: Meters): Meters = new Meters(value + other.value)
}

object Area {
  def unapply(shape: Shape): Option[Double] = Some(shape.area)
}

class Outer(val n: Int) {
  class Inner(val m: Int) { def both: Int = n * m }
}

object Collections {
  implicit class Digits(n: Int) {
    def digits: Int = n.toString.length
  }

  def fibonacci: LazyList[BigInt] = BigInt(0) #:: fibonacci.scanLeft(BigInt(1))(_ + _)

  def describe(it: Any): String = it match {
    case n: Int if n > 10       => "big"
    case 1 | 2                  => "small"
    case s: String              => s.reverse
    case head :: tail           => "list of " + head + " and " + tail.size
    case Some(Circle(radius))   => "circle " + radius
    case Area(area)             => "area " + area
    case (a, b)                 => "pair " + describe(a) + describe(b)
    case _                      => "other"
  }

  def sum(n: Int, so: Int): Int = if (n == 0) so else sum(n - 1, so + n)

  def firstBig(all: List[Int]): Int = {
    all.foreach(n => if (n > 3) return n)
    0
  }

  def main(arguments: Array[String]): Unit = {
    println((1 to 30).toList.groupBy(_ % 7).view.mapValues(_.sum).to(TreeMap))
    println(Vector.tabulate(20)(i => i * i).sliding(5).map(_.sum).toArray.sorted.reverse.take(3).toList)
    println(fibonacci.take(12).toList)
    println(List(5, 20, 1, "abc", List(1, 2), Some(Circle(2)), new Square(2), (1, "x"), 'c').map(describe))
    val scaled = new Square(2) with Scaled with Named { def factor = 3 }
    val shape: Shape = scaled
    println(shape.area + " " + shape.toString + shape.hashCode + shape.equals(scaled) + (shape.getClass == classOf[Square]))
    val counts = mutable.HashMap.empty[String, Int]
    for (word <- "to be or not to be".split(" ")) counts(word) = counts.getOrElse(word, 0) + 1
    println(counts.toSeq.sortBy(pair => (-pair._2, pair._1)))
    println((Try(1 / (counts.size - 4)), Try("12".toInt)) match {
      case (Failure(e), Success(n)) => e.getMessage + n
      case _                        => "?"
    })
    println((new Meters(2) + new Meters(3)).value + 1234.digits + sum(100, 0) + firstBig(List(1, 2, 5, 6)))
    println(for { a <- Option(1); b <- List(1, 2).headOption if a == b } yield a + b)
    println(ListMap("a" -> 1, "b" -> 2).foldLeft("")((text, pair) => text + pair._1 + pair._2))
    val outer = new Outer(3)
    println(new outer.Inner(4).both)
    try println(List.empty[Int].head)
    catch { case _: NoSuchElementException => println("none") }
    finally println("done")
    var i = 0
    while (i < 3) i += 1
    println(Iterator.continually { i += 1; i }.takeWhile(_ < 10).filter(_ % 2 == 0).mkString(","))
  }
}
