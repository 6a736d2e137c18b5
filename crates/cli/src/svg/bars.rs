//! A bar chart of counts by depth, on a logarithmic scale.

use super::{HEIGHT, MARGIN, WIDTH, begin, text};

/// Returns the chart as an SVG document.
pub fn bars(title: &str, unit: &str, counts: &[u64]) -> String {
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    // The scale ends at the next power of ten.
    let decades = f64::from(most.ilog10() + 1);
    let y = |n: f64| HEIGHT - MARGIN.3 - n / decades * (HEIGHT - MARGIN.1 - MARGIN.3);
    let step = (WIDTH - MARGIN.0 - MARGIN.2) / counts.len().max(1) as f64;
    let mut svg = begin(title);
    for decade in 0..=most.ilog10() + 1 {
        let at = y(f64::from(decade));
        let (left, right) = (MARGIN.0, WIDTH - MARGIN.2);
        svg += &format!(
            "<line x1=\"{left}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"#eeeeee\"/>\n"
        );
        let label = if decade < 4 { 10_u64.pow(decade).to_string() } else { format!("1e{decade}") };
        text(&mut svg, (left - 8.0, at + 4.0), "end", &label);
    }
    // Labels that would overlap are left out.
    let every = (24.0 / step).ceil().max(1.0) as usize;
    for (depth, &n) in counts.iter().enumerate() {
        let (left, middle) = (MARGIN.0 + step * depth as f64, MARGIN.0 + step * (depth as f64 + 0.5));
        if n > 0 {
            // A count of one must be visible.
            let top = y((n as f64).log10().max(0.04));
            let (width, height) = (step * 0.8, y(0.0) - top);
            svg += &format!(
                "<rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"#1f5fa8\">\
                 <title>{depth}: {n}</title></rect>\n",
                left + step * 0.1
            );
        }
        if depth % every == 0 {
            text(&mut svg, (middle, HEIGHT - MARGIN.3 + 18.0), "middle", &depth.to_string());
        }
    }
    text(&mut svg, (f64::midpoint(MARGIN.0, WIDTH - MARGIN.2), HEIGHT - 14.0), "middle", "depth");
    let middle = f64::midpoint(MARGIN.1, HEIGHT - MARGIN.3);
    svg += &format!(
        "<text x=\"18\" y=\"{middle:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {middle:.1})\">\
         {unit}</text>\n</svg>\n"
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_with_their_counts() {
        for counts in [&[][..], &[1], &[1, 9, 0, 54, 1_000_000_000_000], &[u64::MAX; 100]] {
            let svg = bars("a < b & c", "positions", counts);
            let document = roxmltree::Document::parse(&svg).expect("an SVG is XML");
            let number = |node: &roxmltree::Node<'_, '_>, name: &str| -> f64 {
                node.attribute(name).and_then(|value| value.parse().ok()).expect("a number")
            };
            // The first is the background.
            let rects: Vec<_> =
                document.descendants().filter(|n| n.tag_name().name() == "rect").skip(1).collect();
            let shown: Vec<u64> = counts.iter().copied().filter(|&n| n > 0).collect();
            assert_eq!(rects.len(), shown.len());
            for (pair, numbers) in rects.windows(2).zip(shown.windows(2)) {
                let heights = [number(&pair[0], "height"), number(&pair[1], "height")];
                assert_eq!(heights[0] < heights[1], numbers[0] < numbers[1]);
                assert!(number(&pair[0], "x") < number(&pair[1], "x"));
            }
            assert!(rects.iter().all(|rect| number(rect, "y") >= MARGIN.1 - 0.1));
        }
    }
}
