/** Each iteration takes the first free bit: which one that is depends on those taken before. */
public class BitSetAllocation {
    public static void main(String[] args) {
        java.util.BitSet taken = new java.util.BitSet();
        int[] places = new int[1500];
        for (int i = 0; i < places.length; i++) { // advice: serial | not-known | scan
            int place = taken.nextClearBit(i * 7919 % 1009);
            taken.set(place);
            places[i] = place;
        }
        System.out.println(places[1499] + taken.cardinality());
    }
}
