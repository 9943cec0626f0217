/** Each object has a map of its own. */
public class MapsPerObject {
    public static void main(String[] args) throws Exception {
        java.util.List<java.util.Map<Integer, Integer>> maps = new java.util.ArrayList<>();
        for (int i = 0; i < 200; i++) {
            maps.add(new java.util.HashMap<>());
        }
        for (int i = 0; i < 200; i++) { // advice: independent | not-known | with-changes | reduction
            java.util.Map<Integer, Integer> own = maps.get(i);
            for (int j = 0; j < 10; j++) {
                own.put(j, own.size() * i);
            }
        }
        System.out.println(maps.get(199));
    }
}
