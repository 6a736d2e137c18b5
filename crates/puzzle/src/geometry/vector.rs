//! Points and directions in space. Coordinates are right-handed: x to the right, y up, z to the front.

use std::ops::{Add, Mul, Neg};

use super::TOLERANCE;

/// A point or a direction.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Vector {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

impl Vector {
    pub const fn new(x: f64, y: f64, z: f64) -> Vector {
        Vector { x, y, z }
    }

    pub fn dot(self, other: Vector) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    pub fn cross(self, other: Vector) -> Vector {
        let Vector { x, y, z } = self;
        Vector::new(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The unit vector of the same direction.
    pub fn unit(self) -> Vector {
        self * (1.0 / self.length())
    }

    /// Rotates about an axis of length 1 through the origin, counterclockwise as seen by a viewer that the axis points
    /// at, by Rodrigues' formula.
    pub fn turned(self, axis: Vector, angle: f64) -> Vector {
        let (sin, cos) = angle.sin_cos();
        self * cos + axis.cross(self) * sin + axis * (axis.dot(self) * (1.0 - cos))
    }

    pub fn is_near(self, other: Vector) -> bool {
        (self + -other).length() < TOLERANCE
    }

    /// The coordinates as integers, for an order that does not depend on rounding errors.
    pub fn rounded(self) -> [i64; 3] {
        [self.x, self.y, self.z].map(|coordinate| (coordinate / TOLERANCE).round() as i64)
    }
}

impl Add for Vector {
    type Output = Vector;

    fn add(self, other: Vector) -> Vector {
        Vector::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Neg for Vector {
    type Output = Vector;

    fn neg(self) -> Vector {
        self * -1.0
    }
}

impl Mul<f64> for Vector {
    type Output = Vector;

    fn mul(self, factor: f64) -> Vector {
        Vector::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

impl std::iter::Sum for Vector {
    fn sum<I: Iterator<Item = Vector>>(vectors: I) -> Vector {
        vectors.fold(Vector::default(), Vector::add)
    }
}
