package frames;

import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.api.java.function.ReduceFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

import java.util.ArrayList;
import java.util.List;

import static org.apache.spark.sql.functions.*;

/** Runs Spark SQL in this process: a data frame made, grouped, joined, asked by SQL, and mapped by a Java function. */
public class Spark {
    public static void main(String[] args) {
        SparkSession spark = SparkSession.builder().master("local[2]").appName("frames")
                .config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2")
                .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.network.timeout", "600s").config("spark.executor.heartbeatInterval", "100s").getOrCreate();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rows.add(RowFactory.create(i, "group" + i % 4, i * 1.5));
        }
        StructType type = new StructType().add("id", DataTypes.IntegerType).add("kind", DataTypes.StringType).add("price", DataTypes.DoubleType);
        Dataset<Row> items = spark.createDataFrame(rows, type);
        items.groupBy("kind").agg(count("*").as("n"), sum("price").as("total")).orderBy("kind").show();
        Dataset<Row> names = spark.createDataFrame(List.of(RowFactory.create("group1", "one"), RowFactory.create("group3", "three")),
                new StructType().add("kind", DataTypes.StringType).add("name", DataTypes.StringType));
        items.join(names, "kind").filter(col("id").gt(30)).orderBy("id").show();
        items.createOrReplaceTempView("items");
        spark.sql("select max(id) m, upper(kind) k from items where price > 9 group by kind having max(id) > 36 order by m").show();
        System.out.println(items.map((MapFunction<Row, Integer>) r -> r.getInt(0) * 2, Encoders.INT()).reduce((ReduceFunction<Integer>) (a, b) -> a + b));
        System.out.println(spark.range(1000).selectExpr("sum(id)").first().getLong(0));
        spark.stop();
    }
}
