import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IntSummaryStatistics;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.Stack;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;

/** Uses collections in the ways that programs do: of the JDK, or compiled again from its sources as a part of the program. */
public class Recompiled {
    static final class Key {
        private final int number;

        Key(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    /** Made before, as the JDK computes hash codes of texts once, by methods of its own. */
    static final String[] KEYS = colliding();

    static int mix(int x) {
        return (x * 31 + 7) % 101;
    }

    static int arrayList() {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            list.add(mix(i));
        }
        for (int i = 1; i < list.size(); i++) {
            list.set(i, list.get(i) + list.get(i - 1) % 7);
        }
        list.add(3, 5);
        list.remove(7);
        list.remove(Integer.valueOf(5));
        list.addAll(5, list.subList(2, 6));
        list.removeIf(x -> x % 4 == 0);
        list.replaceAll(x -> x + 1);
        int sum = 0;
        for (int x : list) {
            sum += x;
        }
        for (Iterator<Integer> all = list.iterator(); all.hasNext();) {
            if (all.next() % 3 == 0) {
                all.remove();
            }
        }
        for (ListIterator<Integer> all = list.listIterator(list.size()); all.hasPrevious();) {
            int x = all.previous();
            if (x % 5 == 0) {
                all.set(x + 1);
            } else if (x % 7 == 0) {
                all.add(x);
                all.previous();
            }
        }
        int[] total = {0};
        list.forEach(x -> total[0] += x);
        Object[] array = list.toArray();
        Integer[] typed = list.toArray(new Integer[0]);
        List<Integer> copy = new ArrayList<>();
        copy.addAll(list);
        return sum + total[0] + array.length + typed[2] + list.indexOf(40) + (copy.equals(list) ? 1 : 0) + copy.hashCode();
    }

    static int subLists() {
        List<Integer> list = new ArrayList<>();
        list.addAll(Collections.nCopies(20, 1));
        List<Integer> middle = list.subList(5, 15);
        for (int i = 1; i < middle.size(); i++) {
            middle.set(i, middle.get(i - 1) + list.get(i));
        }
        middle.subList(2, 4).clear();
        middle.add(8);
        int sum = 0;
        for (int x : middle) {
            sum += x;
        }
        list.add(1);
        try {
            sum += middle.get(0);
        } catch (ConcurrentModificationException e) {
            sum++;
        }
        try {
            sum += new LinkedList<>(list).get(100);
        } catch (IndexOutOfBoundsException e) {
            sum++;
        }
        return sum;
    }

    static int linkedList() {
        LinkedList<Integer> list = new LinkedList<>();
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) {
                list.addFirst(i);
            } else {
                list.add(mix(i));
            }
        }
        ListIterator<Integer> all = list.listIterator();
        while (all.hasNext()) {
            int x = all.next();
            if (x % 4 == 0) {
                all.remove();
            } else if (x % 5 == 0) {
                all.add(x + 1);
            }
        }
        list.add(4, 9);
        list.remove(2);
        int sum = list.get(5) + list.lastIndexOf(9);
        for (Iterator<Integer> back = list.descendingIterator(); back.hasNext();) {
            sum = sum * 3 % 1009 + back.next();
        }
        while (list.size() > 2) {
            sum += list.removeFirst() * list.pollLast();
        }
        return sum;
    }

    static int arrayDeque() {
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 40; i++) {
            deque.addLast(mix(i));
            if (i % 3 == 0) {
                deque.addFirst(i);
            }
            if (i % 4 == 3) {
                deque.addLast(deque.pollFirst() + 1);
            }
        }
        deque.removeIf(x -> x % 5 == 0);
        deque.removeFirstOccurrence(1);
        int sum = deque.peekLast();
        for (int x : deque) {
            sum += x;
        }
        Deque<Integer> stack = new ArrayDeque<>(deque);
        stack.push(3);
        for (Iterator<Integer> back = stack.descendingIterator(); back.hasNext();) {
            sum = sum * 3 % 1009 + back.next();
        }
        return sum + stack.pop() + deque.size();
    }

    static int hashMap() {
        Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            map.put(mix(i), i);
        }
        for (int i = 0; i < 40; i++) {
            map.merge(i, 1, (a, b) -> a + b);
        }
        for (int i = 0; i < 20; i++) {
            int key = i;
            map.computeIfAbsent(i * 5, k -> k + key);
            map.computeIfPresent(i * 3, (k, v) -> v % 2 == 0 ? null : v + k);
            map.compute(i * 7, (k, v) -> v == null ? 1 : v + 1);
        }
        int sum = 0;
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
            sum += entry.getKey() * entry.getValue();
            entry.setValue(sum % 100);
        }
        for (Iterator<Integer> keys = map.keySet().iterator(); keys.hasNext();) {
            if (keys.next() % 3 == 0) {
                keys.remove();
            }
        }
        map.values().remove(7);
        map.replaceAll((k, v) -> v + k);
        map.putIfAbsent(1, 2);
        map.remove(2);
        for (int x : map.values()) {
            sum += x;
        }
        int[] total = {sum};
        map.forEach((k, v) -> total[0] += k ^ v);
        return total[0] + map.getOrDefault(7, 3) + (map.containsKey(9) ? 1 : 0) + (map.containsValue(9) ? 1 : 0) + map.hashCode();
    }

    /** Texts of which each bit of a number selects one of two parts that have the same hash. */
    static String[] colliding() {
        String[] all = new String[32];
        for (int i = 0; i < all.length; i++) {
            StringBuilder text = new StringBuilder("\u0416");
            for (int bit = 1; bit < all.length; bit <<= 1) {
                text.append((i & bit) == 0 ? "Aa" : "BB");
            }
            all[i] = text.toString();
            all[i].hashCode();
        }
        return all;
    }

    static int collidingKeys() {
        String[] keys = KEYS;
        Map<String, Integer> map = new HashMap<>();
        for (int i = 0; i < 50; i++) {
            map.put("" + i, i);
        }
        for (int i = 0; i < 28; i++) {
            map.put(keys[i], i);
        }
        int sum = 0;
        for (int i = 0; i < 32; i += 2) {
            sum += map.getOrDefault(keys[i], 1);
            map.merge(keys[i], 1, (a, b) -> a + b);
        }
        for (int i = 0; i < 32; i++) {
            if (i % 5 != 0) {
                map.remove(keys[i]);
            }
        }
        for (String key : map.keySet()) {
            sum += key.length();
        }
        return sum;
    }

    /** Forgets what has been in it for the longest time. */
    static class Recent extends LinkedHashMap<Integer, Integer> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            return size() > 10;
        }
    }

    static int linkedHashMap() {
        Map<Integer, Integer> recent = new Recent();
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            Integer known = recent.get(i % 13);
            sum += known == null ? 1 : known;
            recent.put(mix(i) % 17, i);
        }
        recent.remove(3);
        for (Map.Entry<Integer, Integer> entry : recent.entrySet()) {
            sum = sum * 3 % 1009 + entry.getValue();
        }
        return sum;
    }

    static int treeMap() {
        TreeMap<Integer, Integer> map = new TreeMap<>(Collections.reverseOrder((a, b) -> b - a));
        for (int i = 0; i < 40; i++) {
            map.put(mix(i), i);
        }
        int sum = map.firstKey() + map.lastEntry().getValue() + map.floorKey(50) + map.ceilingKey(51) + map.higherKey(3);
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
            sum += entry.getKey() * entry.getValue();
            entry.setValue(sum % 100);
        }
        NavigableMap<Integer, Integer> middle = map.subMap(20, true, 80, false);
        middle.put(33, 4);
        for (int x : middle.descendingMap().values()) {
            sum = sum * 3 % 1009 + x;
        }
        middle.headMap(40).clear();
        for (Iterator<Integer> keys = map.keySet().iterator(); keys.hasNext();) {
            if (keys.next() % 3 == 0) {
                keys.remove();
            }
        }
        map.merge(50, 1, (a, b) -> a + b);
        map.computeIfAbsent(51, k -> k + 1);
        while (map.size() > 10) {
            sum += map.pollFirstEntry().getValue();
        }
        return sum + map.hashCode();
    }

    static int hashSet() {
        Set<Integer> set = new HashSet<>();
        Set<Integer> other = new HashSet<>();
        for (int i = 0; i < 30; i++) {
            set.add(mix(i) % 20);
            other.add(mix(i) % 30);
        }
        set.retainAll(Arrays.asList(1, 2, 3, 4, 5, 6, 7, 8, 9));
        other.removeAll(set);
        int sum = set.hashCode() + (other.containsAll(set) ? 1 : 0);
        other.addAll(set);
        for (int x : other) {
            sum = sum * 3 % 1009 + x;
        }
        return sum + (set.equals(other) ? 1 : 0);
    }

    /** A map whose order is that of accesses. */
    static int accessOrder() {
        Map<Integer, Integer> map = new LinkedHashMap<>(8, 0.75f, true);
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            Integer known = map.get(i % 13);
            sum += known == null ? 1 : known;
            map.put(mix(i) % 17, i);
        }
        for (int x : map.keySet()) {
            sum = sum * 3 % 1009 + x;
        }
        return sum;
    }

    static int copies() {
        List<Integer> list = new ArrayList<>(Arrays.asList(3, 1, 4, 1, 5, 9, 2, 6));
        list.add(mix(3));
        Set<Integer> set = new HashSet<>(list);
        set.add(7);
        Map<Integer, Integer> map = new HashMap<>(4);
        for (int x : set) {
            map.put(x, list.indexOf(x));
        }
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            Integer known = map.get(i);
            sum = sum * 3 % 1009 + (known == null ? 1 : known);
        }
        return sum;
    }

    static int treeSet() {
        Map<Integer, Integer> map = new TreeMap<>();
        TreeSet<Integer> set = new TreeSet<>();
        for (int i = 0; i < 30; i++) {
            set.add(mix(i) % 40);
            map.put(mix(i) % 50, i);
        }
        set.addAll(map.keySet());
        int sum = set.first() + set.higher(8) + set.headSet(15).size() + set.tailSet(20, false).first();
        for (int x : set.descendingSet()) {
            sum = sum * 3 % 1009 + x;
        }
        while (set.size() > 5) {
            sum += set.pollFirst() * set.pollLast();
        }
        return sum;
    }

    static int priorityQueue() {
        Queue<Key> queue = new PriorityQueue<>((a, b) -> a.number() % 10 - b.number() % 10);
        for (int i = 0; i < 30; i++) {
            queue.add(new Key(mix(i)));
        }
        int sum = 0;
        while (queue.size() > 10) {
            Key key = queue.poll();
            sum = sum * 3 % 1009 + key.number();
            if (key.number() % 2 == 0) {
                queue.add(new Key(key.number() + 3));
            }
        }
        PriorityQueue<Integer> heap = new PriorityQueue<>(Arrays.asList(5, 3, 8, 1, 9, 2));
        heap.remove(8);
        for (int x : heap) {
            sum += x;
        }
        return sum + heap.peek();
    }

    static int sorting() {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            list.add(i % 20 < 10 ? i : mix(i));
        }
        Collections.sort(list);
        int sum = Collections.binarySearch(list, 50) + Collections.max(list);
        list.sort((a, b) -> a % 10 - b % 10);
        Collections.reverse(list);
        Collections.rotate(list, 5);
        Collections.swap(list, 3, 9);
        for (int x : list) {
            sum = sum * 3 % 1009 + x;
        }
        Integer[] array = list.toArray(new Integer[0]);
        Arrays.sort(array, 10, 60);
        Arrays.sort(array, (a, b) -> a % 7 - b % 7);
        sum += Arrays.binarySearch(new int[] {1, 3, 5, 7}, 5);
        long[] numbers = new long[10];
        Arrays.fill(numbers, 4);
        Arrays.setAll(numbers, i -> numbers[i] + i);
        Integer[] part = Arrays.copyOfRange(array, 5, 25);
        for (long x : numbers) {
            sum += (int) x;
        }
        return sum + part[3] + Arrays.asList(part).indexOf(array[9]);
    }

    static int wrappers() {
        List<Integer> list = new ArrayList<>();
        Collections.addAll(list, 4, 3, 2, 1);
        List<Integer> fixed = Collections.unmodifiableList(list);
        Map<Integer, Integer> locked = Collections.synchronizedMap(new HashMap<>());
        int sum = 0;
        for (int x : fixed) {
            locked.put(x, x + 1);
            sum += locked.get(x);
        }
        try {
            fixed.add(1);
        } catch (UnsupportedOperationException e) {
            sum++;
        }
        Collection<Integer> empty = Collections.emptyList();
        sum += Collections.frequency(list, 3) + empty.size() + Collections.singletonList(7).get(0);
        sum += Collections.singletonMap(1, 2).get(1) + Collections.min(fixed) + (Collections.disjoint(list, empty) ? 1 : 0);
        return sum;
    }

    static int oldOnes() {
        Vector<Integer> vector = new Vector<>();
        Stack<Integer> stack = new Stack<>();
        Hashtable<Integer, Integer> table = new Hashtable<>();
        for (int i = 0; i < 20; i++) {
            vector.addElement(mix(i));
            stack.push(i);
            table.put(mix(i), i);
            if (i % 3 == 0) {
                vector.setElementAt(stack.pop(), i / 2);
            }
        }
        int sum = stack.search(4) + stack.peek();
        for (Enumeration<Integer> all = vector.elements(); all.hasMoreElements();) {
            sum += all.nextElement();
        }
        for (Enumeration<Integer> keys = table.keys(); keys.hasMoreElements();) {
            sum = sum * 3 % 1009 + keys.nextElement();
        }
        return sum;
    }

    static int bits() {
        BitSet bits = new BitSet();
        for (int i = 0; i < 30; i++) {
            bits.set(mix(i));
        }
        BitSet other = new BitSet(200);
        other.set(10, 90);
        bits.flip(5, 70);
        other.and(bits);
        other.or(bits);
        other.xor(bits);
        bits.andNot(other);
        bits.clear(33);
        int sum = bits.cardinality() + bits.length();
        for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
            sum = sum * 3 % 1009 + i;
        }
        return sum + bits.previousClearBit(60);
    }

    static int words() {
        StringTokenizer words = new StringTokenizer("some words of a short text");
        IntSummaryStatistics lengths = new IntSummaryStatistics();
        while (words.hasMoreTokens()) {
            Optional<String> word = Optional.of(words.nextToken());
            lengths.accept(word.map(String::length).filter(length -> length > 2).orElse(0));
        }
        return (int) lengths.getSum() + lengths.getMax() + Objects.hash(lengths.getMin(), lengths.getCount());
    }

    /** A collection of the program, whose super class does most of the work. */
    static class Squares extends AbstractList<Integer> {
        @Override
        public Integer get(int index) {
            return index * index;
        }

        @Override
        public int size() {
            return 9;
        }
    }

    static int ownClasses() {
        List<Integer> squares = new Squares();
        int sum = squares.indexOf(49) + squares.hashCode() + (squares.contains(5) ? 1 : 0);
        for (int x : squares.subList(2, 6)) {
            sum += x;
        }
        Map.Entry<Integer, Integer> entry = new AbstractMap.SimpleEntry<>(1, 2);
        for (int i = 0; i < 4; i++) {
            entry.setValue(entry.getValue() * 3);
        }
        try {
            new LinkedList<Integer>().getFirst();
        } catch (NoSuchElementException e) {
            sum++;
        }
        return sum + entry.getValue();
    }

    /** What makes its collections in the usual way. */
    static int[] usual() {
        return new int[] {
            arrayList(), subLists(), linkedList(), arrayDeque(), hashMap(), collidingKeys(), linkedHashMap(), treeMap(),
            hashSet(), priorityQueue(), sorting(), wrappers(), oldOnes(), bits(), words(), ownClasses()
        };
    }

    /**
     * What makes them with a size, with an order or of others. Not an `IdentityHashMap`: where it keeps an entry depends on hashes of identities,
     * which are others in each run.
     */
    static int[] others() {
        return new int[] {accessOrder(), copies(), treeSet()};
    }

    /**
     * The first argument names a group, or what comes before its work; the others are names of classes, whose initialisers run
     * first.
     */
    public static void main(String[] args) throws Exception {
        for (int i = 1; i < args.length; i++) {
            Class.forName(args[i]);
        }
        int[] results = switch (args[0]) {
            case "usual" -> usual();
            case "others" -> others();
            default -> new int[0];
        };
        int sum = 0;
        for (int result : results) {
            sum = sum * 31 + result;
        }
        System.out.println(sum);
    }
}
