//! References that flow into each other in a circle refer to the same objects: they are found (Tarjan) and made one, and the
//! others put in the order in which objects flow.
//!
//! The search keeps its own stack: that of petgraph is recursive, and a hostile jar makes graphs as deep as they are large.

use super::solver::Node;

/// Strongly connected components of the nodes, those first that objects flow to last. `next` are the ways from a node, which
/// may name any node of a component found before by one that stands for it.
pub(super) fn components(nodes: u32, next: &dyn Fn(Node, usize) -> Option<Node>) -> Vec<Vec<Node>> {
    const UNSEEN: u32 = u32::MAX;
    let count = nodes as usize;
    let (mut index, mut low, mut on_stack) = (vec![UNSEEN; count], vec![0; count], vec![false; count]);
    let (mut stack, mut open, mut found, mut numbered) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for root in 0..nodes {
        if index[root as usize] == UNSEEN {
            open.push((root, 0));
        }
        while let Some((node, way)) = open.pop() {
            let at = node as usize;
            if way == 0 {
                (index[at], low[at], on_stack[at]) = (numbered, numbered, true);
                numbered += 1;
                stack.push(node);
            }
            if let Some(to) = next(node, way) {
                open.push((node, way + 1));
                let to_at = to as usize;
                if index[to_at] == UNSEEN {
                    open.push((to, 0));
                } else if on_stack[to_at] {
                    low[at] = low[at].min(index[to_at]);
                }
                continue;
            }
            if low[at] == index[at] {
                let begin = stack.iter().rposition(|&other| other == node).unwrap_or(0);
                let component = stack.split_off(begin);
                component.iter().for_each(|&member| on_stack[member as usize] = false);
                found.push(component);
            }
            if let Some(&(caller, _)) = open.last() {
                low[caller as usize] = low[caller as usize].min(low[at]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn circles_and_their_order() {
        // 0 → 1 ⇄ 2 → 3 ⇄ 4, 3 → 3, 5 → 1, 6 alone; 7 → 8 → 9 → 7 with a way out to 4.
        let ways: [&[u32]; 10] = [&[1], &[2], &[1, 3], &[3, 4], &[3], &[1], &[], &[8], &[9, 4], &[7]];
        let mut found = components(10, &|node, way| ways[node as usize].get(way).copied());
        let place = |found: &[Vec<u32>], node| found.iter().position(|component| component.contains(&node));
        assert!(place(&found, 3) < place(&found, 1) && place(&found, 1) < place(&found, 0));
        assert!(place(&found, 1) < place(&found, 5) && place(&found, 4) < place(&found, 8));
        found.iter_mut().for_each(|component| component.sort_unstable());
        found.sort();
        assert_eq!(found, [vec![0], vec![1, 2], vec![3, 4], vec![5], vec![6], vec![7, 8, 9]]);
    }
}
