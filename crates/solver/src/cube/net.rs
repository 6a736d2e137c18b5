//! Formatting of cube nets.

use puzzle::Face;
use puzzle::cube::Net;

/// Formats a net: letters, or cells in terminal colours.
pub fn net(net: &Net, coloured: bool) -> String {
    if !coloured {
        return format!("{net}\n");
    }
    let mut text = String::new();
    for row in net.rows() {
        let last = row.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        for cell in &row[..last] {
            match cell {
                Some(face) => text += &format!("\x1b[{}m{} \x1b[0m", colour(*face), face.letter()),
                None => text += "  ",
            }
        }
        text.push('\n');
    }
    text
}

/// Returns the terminal code for black letters on the usual colour of a face.
fn colour(face: Face) -> &'static str {
    match face {
        Face::U => "30;107",
        Face::R => "30;101",
        Face::F => "30;102",
        Face::D => "30;103",
        Face::L => "30;48;5;208",
        Face::B => "30;104",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nets_are_coloured_on_request() {
        let solved = puzzle::Cube2::SOLVED.net();
        let plain = net(&solved, false);
        assert!(plain.starts_with("    U U\n    U U\nL L F F R R B B\n"), "{plain}");
        let coloured = net(&solved, true);
        assert_eq!(coloured.lines().next(), Some("    \x1b[30;107mU \x1b[0m\x1b[30;107mU \x1b[0m"));
        assert_eq!(coloured.matches("\x1b[30;103m").count(), 4);
    }
}
