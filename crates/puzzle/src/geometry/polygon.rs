//! Convex polygons in space and planes that cut them.

use super::{TOLERANCE, Vector};

/// All points whose dot product with the normal, which has length 1, is the distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub normal: Vector,
    pub distance: f64,
}

/// A convex polygon by its corners, in order. No three of them are collinear.
#[derive(Clone, Debug)]
pub(super) struct Polygon(Vec<Vector>);

impl Plane {
    /// The signed distance of a point above the plane; 0 if it is on the plane up to the tolerance.
    pub fn height(self, point: Vector) -> f64 {
        let height = self.normal.dot(point) - self.distance;
        if height.abs() < TOLERANCE { 0.0 } else { height }
    }
}

impl Polygon {
    /// A square on a plane, larger than any face of a solid.
    pub fn square(plane: Plane) -> Polygon {
        const HALF: f64 = 100.0;
        let Plane { normal, distance } = plane;
        // Any direction that is not nearly parallel to the normal.
        let other =
            if normal.x.abs() < 0.5 { Vector::new(1.0, 0.0, 0.0) } else { Vector::new(0.0, 1.0, 0.0) };
        let right = normal.cross(other).unit() * HALF;
        let up = normal.cross(right);
        let middle = normal * distance;
        Polygon(vec![middle + right + up, middle + -right + up, middle + -right + -up, middle + right + -up])
    }

    /// The parts below and above a plane, in this order, if not empty.
    pub fn cut(self, plane: Plane) -> [Option<Polygon>; 2] {
        let heights: Vec<f64> = self.0.iter().map(|&corner| plane.height(corner)).collect();
        if heights.iter().all(|&height| height <= 0.0) {
            return [Some(self), None];
        }
        if heights.iter().all(|&height| height >= 0.0) {
            return [None, Some(self)];
        }
        let (mut below, mut above) = (Vec::new(), Vec::new());
        for (i, &corner) in self.0.iter().enumerate() {
            let next = (i + 1) % self.0.len();
            let (height, next_height) = (heights[i], heights[next]);
            if height <= 0.0 {
                below.push(corner);
            }
            if height >= 0.0 {
                above.push(corner);
            }
            if height * next_height < 0.0 {
                let way = height / (height - next_height);
                let crossing = corner * (1.0 - way) + self.0[next] * way;
                below.push(crossing);
                above.push(crossing);
            }
        }
        [Some(Polygon(below)), Some(Polygon(above))]
    }

    /// The mean of the corners, which is inside and turns with the polygon.
    pub fn middle(&self) -> Vector {
        self.0.iter().copied().sum::<Vector>() * (1.0 / self.0.len() as f64)
    }
}
