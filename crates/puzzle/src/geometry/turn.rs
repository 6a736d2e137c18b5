//! Turns of the part between two parallel planes.

use std::f64::consts::TAU;

use super::Vector;
use super::polygon::Plane;

/// A clockwise turn, as seen from outside, of everything between two distances along an axis.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    name: String,
    axis: Vector,
    from: f64,
    to: f64,
    order: u32,
}

impl Turn {
    /// A turn of everything beyond a plane, by 1/`order` of a circle. The axis has length 1.
    pub fn outside(name: &str, axis: Vector, distance: f64, order: u32) -> Turn {
        Turn { name: name.to_string(), axis, from: distance, to: f64::INFINITY, order }
    }

    /// A turn of the part between two planes.
    pub fn layer(name: &str, axis: Vector, [from, to]: [f64; 2], order: u32) -> Turn {
        Turn { name: name.to_string(), axis, from, to, order }
    }

    /// A rotation of the whole puzzle.
    pub fn rotation(name: &str, axis: Vector, order: u32) -> Turn {
        Turn::outside(name, axis, f64::NEG_INFINITY, order)
    }

    /// The name of the move.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The planes along which the solid is cut for it.
    pub(super) fn planes(&self) -> impl Iterator<Item = Plane> {
        let normal = self.axis;
        let distances = [self.from, self.to].into_iter().filter(|distance| distance.is_finite());
        distances.map(move |distance| Plane { normal, distance })
    }

    /// The image of a point that is on none of the planes.
    pub(super) fn move_point(&self, point: Vector) -> Vector {
        let height = self.axis.dot(point);
        match self.from < height && height < self.to {
            true => point.turned(self.axis, -TAU / f64::from(self.order)),
            false => point,
        }
    }
}
