//! The solids that puzzles are cut from, with named axes. Every face has the distance 1 from the centre. The names are
//! those of twsearch and cubing.js.

use super::Vector;
use super::polygon::{Plane, Polygon};

/// A platonic solid.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    /// The normals of the faces, unit vectors.
    faces: Vec<Vector>,
    /// The named axes, unit vectors.
    axes: Vec<(&'static str, Vector)>,
}

impl Solid {
    /// The cube. R is x, U is y, F is z.
    pub fn cube() -> Solid {
        let (right, up, front) =
            (Vector::new(1.0, 0.0, 0.0), Vector::new(0.0, 1.0, 0.0), Vector::new(0.0, 0.0, 1.0));
        Solid::of_faces(vec![("U", up), ("R", right), ("F", front), ("D", -up), ("L", -right), ("B", -front)])
    }

    /// The tetrahedron. The names are those of the corners: U above, L and R in front, B behind. Seen from above, L, B
    /// and R follow each other clockwise. A corner has the distance 3, the opposite face points the other way.
    pub fn tetrahedron() -> Solid {
        let corner = |name, x, y, z| (name, Vector::new(x, y, z).unit());
        let axes = vec![
            corner("U", 1.0, 1.0, 1.0),
            corner("L", 1.0, -1.0, -1.0),
            corner("R", -1.0, 1.0, -1.0),
            corner("B", -1.0, -1.0, 1.0),
        ];
        Solid { faces: axes.iter().map(|&(_, corner)| -corner).collect(), axes }
    }

    /// The octahedron. U shares edges with L, BB and R, which follow each other clockwise, and only a corner with F,
    /// which is opposite to BB. Opposite are also U and D, L and BR, R and BL.
    pub fn octahedron() -> Solid {
        let face = |name, x, y, z| (name, Vector::new(x, y, z).unit());
        Solid::of_faces(vec![
            face("U", 1.0, 1.0, 1.0),
            face("R", 1.0, -1.0, 1.0),
            face("F", -1.0, -1.0, 1.0),
            face("L", -1.0, 1.0, 1.0),
            face("D", -1.0, -1.0, -1.0),
            face("BL", -1.0, 1.0, -1.0),
            face("BB", 1.0, 1.0, -1.0),
            face("BR", 1.0, -1.0, -1.0),
        ])
    }

    /// The dodecahedron. Around U, clockwise: F, L, BL, BR, R. Opposite to these: BF, E, C, A, I, and D to U.
    pub fn dodecahedron() -> Solid {
        let up = Vector::new(0.0, 1.0, 0.0);
        // The angle between the normals of adjacent faces has the tangent 2.
        let (sin, cos) = 2.0_f64.atan().sin_cos();
        let around = |k: f64| {
            let (right, front) = (-k * std::f64::consts::TAU / 5.0).sin_cos();
            Vector::new(sin * right, cos, sin * front)
        };
        let upper = [
            ("U", up),
            ("F", around(0.0)),
            ("L", around(1.0)),
            ("BL", around(2.0)),
            ("BR", around(3.0)),
            ("R", around(4.0)),
        ];
        let opposite = ["D", "BF", "E", "C", "A", "I"];
        let lower = opposite.into_iter().zip(upper).map(|(name, (_, normal))| (name, -normal));
        Solid::of_faces(upper.into_iter().chain(lower).collect())
    }

    fn of_faces(axes: Vec<(&'static str, Vector)>) -> Solid {
        Solid { faces: axes.iter().map(|&(_, normal)| normal).collect(), axes }
    }

    /// The named axes.
    pub fn axes(&self) -> &[(&'static str, Vector)] {
        &self.axes
    }

    /// The direction between some named axes, as `URF` is between three, given by their names of one letter each.
    pub fn between(&self, letters: &str) -> Vector {
        let axes = self.axes.iter().filter(|(name, _)| name.len() == 1 && letters.contains(name));
        axes.map(|&(_, axis)| axis).sum::<Vector>().unit()
    }

    /// The normals of the faces.
    pub(super) fn normals(&self) -> &[Vector] {
        &self.faces
    }

    /// The faces as polygons, in the order of their normals.
    pub(super) fn faces(&self) -> Vec<Polygon> {
        let plane = |&normal: &Vector| Plane { normal, distance: 1.0 };
        let face = |(i, normal): (usize, &Vector)| {
            let others = self.faces.iter().enumerate().filter(|&(other, _)| other != i);
            others.fold(Polygon::square(plane(normal)), |polygon, (_, other)| {
                let [inside, _] = polygon.cut(plane(other));
                inside.expect("a face is as far out as the others")
            })
        };
        self.faces.iter().enumerate().map(face).collect()
    }
}
