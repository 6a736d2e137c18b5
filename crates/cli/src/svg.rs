//! Plots as SVG: speed-up over threads, with two axes, the ideal line, the measured curve and labels.

mod bars;

pub use bars::bars;

/// A measured point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Threads.
    pub threads: usize,
    /// Speed relative to the sequential search.
    pub speedup: f64,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 480.0;
/// Margins: left, top, right, bottom.
const MARGIN: (f64, f64, f64, f64) = (64.0, 48.0, 24.0, 56.0);

/// Axes from 0 to `most` in both directions.
struct Scale {
    most: f64,
}

impl Scale {
    fn x(&self, value: f64) -> f64 {
        MARGIN.0 + value / self.most * (WIDTH - MARGIN.0 - MARGIN.2)
    }

    /// Upwards; in SVG, y grows downwards.
    fn y(&self, value: f64) -> f64 {
        HEIGHT - MARGIN.3 - value / self.most * (HEIGHT - MARGIN.1 - MARGIN.3)
    }

    /// Returns at most ten round numbers.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let step = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0]
            .into_iter()
            .find(|step| self.most / step <= 10.0)
            .unwrap_or(1024.0);
        let most = self.most;
        (0..).map(move |i| f64::from(i) * step).take_while(move |&tick| tick <= most)
    }
}

/// Returns the plot as an SVG document.
pub fn speedup(title: &str, points: &[Point]) -> String {
    let widest = points.iter().map(|point| point.threads as f64).fold(1.0, f64::max);
    let highest = points.iter().map(|point| point.speedup).fold(1.0, f64::max);
    let scale = Scale { most: widest.max(highest.ceil()) };
    let mut svg = begin(title);
    axes(&mut svg, &scale);
    let ideal = [(0.0, 0.0), (widest, widest)];
    polyline(&mut svg, &scale, &ideal, "stroke=\"#999999\" stroke-dasharray=\"6 4\"");
    let measured: Vec<(f64, f64)> =
        points.iter().map(|point| (point.threads as f64, point.speedup)).collect();
    polyline(&mut svg, &scale, &measured, "stroke=\"#1f5fa8\" stroke-width=\"2\"");
    for point in points {
        let (x, y) = (scale.x(point.threads as f64), scale.y(point.speedup));
        svg += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#1f5fa8\"/>\n");
        // Below and to the right, unless that is outside of the picture.
        let (dx, anchor) = if x + 40.0 > WIDTH { (-6.0, "end") } else { (6.0, "start") };
        text(&mut svg, (x + dx, y + 16.0), anchor, &format!("{:.2}", point.speedup));
    }
    legend(&mut svg);
    svg += "</svg>\n";
    svg
}

/// Returns the start of a document, with its title.
fn begin(title: &str) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    text(&mut svg, (WIDTH / 2.0, 26.0), "middle", title);
    svg
}

fn axes(svg: &mut String, scale: &Scale) {
    let corner = (scale.x(0.0), scale.y(0.0));
    let (right, top) = (scale.x(scale.most), scale.y(scale.most));
    let line = |svg: &mut String, from: (f64, f64), to: (f64, f64), stroke: &str| {
        *svg += &format!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{stroke}\"/>\n",
            from.0, from.1, to.0, to.1
        );
    };
    for tick in scale.ticks() {
        let (x, y) = (scale.x(tick), scale.y(tick));
        line(svg, (corner.0, y), (right, y), "#eeeeee");
        text(svg, (x, corner.1 + 18.0), "middle", &tick.to_string());
        text(svg, (corner.0 - 8.0, y + 4.0), "end", &tick.to_string());
    }
    line(svg, corner, (right, corner.1), "black");
    line(svg, corner, (corner.0, top), "black");
    text(svg, (f64::midpoint(corner.0, right), HEIGHT - 14.0), "middle", "threads");
    let middle = f64::midpoint(corner.1, top);
    *svg += &format!(
        "<text x=\"18\" y=\"{middle:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {middle:.1})\">\
             speed-up</text>\n"
    );
}

fn legend(svg: &mut String) {
    let (x, y) = (MARGIN.0 + 16.0, MARGIN.1 + 10.0);
    let sample = |svg: &mut String, y: f64, look: &str, label: &str| {
        let end = x + 28.0;
        *svg += &format!("<line x1=\"{x}\" y1=\"{y}\" x2=\"{end}\" y2=\"{y}\" {look}/>\n");
        text(svg, (end + 8.0, y + 4.0), "start", label);
    };
    sample(svg, y, "stroke=\"#1f5fa8\" stroke-width=\"2\"", "measured");
    sample(svg, y + 20.0, "stroke=\"#999999\" stroke-dasharray=\"6 4\"", "ideal");
}

fn polyline(svg: &mut String, scale: &Scale, points: &[(f64, f64)], look: &str) {
    let points: Vec<String> =
        points.iter().map(|&(x, y)| format!("{:.1},{:.1}", scale.x(x), scale.y(y))).collect();
    *svg += &format!("<polyline points=\"{}\" fill=\"none\" {look}/>\n", points.join(" "));
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, content: &str) {
    let content = escaped(content);
    *svg += &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{content}</text>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(pairs: &[(usize, f64)]) -> Vec<Point> {
        pairs.iter().map(|&(threads, speedup)| Point { threads, speedup }).collect()
    }

    #[test]
    fn plots_are_xml_whatever_the_title() {
        for points in [points(&[]), points(&[(1, 0.98)]), points(&[(1, 1.0), (2, 1.9), (16, 15.2), (2, 1.8)])]
        {
            let svg = speedup("a < b & c > \"d\"", &points);
            let document = roxmltree::Document::parse(&svg).expect("an SVG is XML");
            assert_eq!(document.root_element().tag_name().name(), "svg");
            let circles = document.descendants().filter(|node| node.tag_name().name() == "circle");
            assert_eq!(circles.count(), points.len());
            assert!(document.descendants().any(|node| node.text() == Some("a < b & c > \"d\"")));
        }
    }

    #[test]
    fn the_ideal_line_is_the_diagonal() {
        let scale = Scale { most: 16.0 };
        assert_eq!((scale.x(0.0), scale.y(0.0)), (MARGIN.0, HEIGHT - MARGIN.3));
        assert_eq!((scale.x(16.0), scale.y(16.0)), (WIDTH - MARGIN.2, MARGIN.1));
        assert_eq!(scale.ticks().collect::<Vec<_>>(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0]);
    }
}
