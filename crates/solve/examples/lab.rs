//! Scratch measurements.
#![allow(missing_docs, clippy::all)]
use std::sync::Arc;
use std::time::Instant;

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Face, Turn};
use search::*;
use solve::phases::Phase;
use solve::recipe::cube3::home::{Effort, Home};
use solve::recipe::cube3::inside::Inside;
use solve::recipe::cube3::pairs::{LAST_LEVEL, Pairs};
use solve::recipe::cube3::slice::Slices;
use solve::recipe::cube3::tables::Tables;
use solve::recipe::cube3::{Cubes, moves};
use solve::{Algorithm, Demand, Method, Metric, Twist};

fn metric() -> Metric {
    match std::env::var("METRIC").as_deref() {
        Ok("q") => Metric::QuarterTurn,
        Ok("a") => Metric::Axial,
        _ => Metric::HalfTurn,
    }
}

fn turn(word: &str) -> Turn {
    let face = "URFDLB".find(&word[..1]).unwrap();
    let names = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];
    let quarters = match &word[1..] {
        "" => 1,
        "2" => 2,
        _ => 3,
    };
    Turn::all().find(|t| t.face() == names[face] && t.quarters() == quarters).unwrap()
}

fn cubes() -> Vec<Cube3> {
    let text = std::fs::read_to_string("testdata/cube3_random_1000.txt").unwrap();
    text.lines().map(|l| Cube3::SOLVED.turned_by(l.split_whitespace().map(turn))).collect()
}

fn startup(n: usize) {
    let m = moves::of(metric());
    let (mut a, mut b) = (f64::MAX, f64::MAX);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for _ in 0..n {
            let t = Instant::now();
            let slices = Slices::new(m);
            a = a.min(t.elapsed().as_secs_f64());
            let t = Instant::now();
            let inside = Inside::new(m, &slices);
            b = b.min(t.elapsed().as_secs_f64());
            std::hint::black_box((&slices, &inside));
        }
    });
    println!("slices {:.3} ms inside {:.3} ms", a * 1e3, b * 1e3);
}

fn fill(n: usize) {
    let m = moves::of(metric());
    let slices = Slices::new(m);
    let inside = Inside::new(m, &slices);
    let mut best = f64::MAX;
    for _ in 0..n {
        let t = Instant::now();
        let pairs = Pairs::new(&inside);
        pairs.grow_to(&inside, LAST_LEVEL);
        best = best.min(t.elapsed().as_secs_f64());
        std::hint::black_box(&pairs);
    }
    println!("fill {:.1} ms", best * 1e3);
}

fn home<const ROW: usize>(n: usize) {
    let tables = Arc::new(Tables::<ROW>::new(metric()));
    let inside_only = |t: &Turn| t.quarters() == 2 || t.face() == Face::U || t.face() == Face::D;
    let turns: Vec<Turn> = Turn::all().filter(inside_only).collect();
    tables.pairs.grow_to(&tables.inside, LAST_LEVEL);
    let mut seed = 1_u64;
    let mut random = |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    let cubes: Vec<Cube3> =
        (0..n).map(|_| Cube3::SOLVED.turned_by((0..12).map(|_| turns[random(turns.len())]))).collect();
    for hasty in [false, true] {
        let effort = Effort { longest: 99, farthest: 99, hasty };
        let mut home = Home::new(&tables, u64::MAX, effort);
        Phase::<Cube3>::refresh(&mut home);
        let far: Vec<Cube3> = (0..40 * n)
            .map(|_| Cube3::SOLVED.turned_by((0..30).map(|_| turns[random(turns.len())])))
            .filter(|c| home.lower_bound(&Phase::<Cube3>::enter(&home, c)) <= 11)
            .take(n)
            .collect();
        let t = Instant::now();
        let mut sum = 0;
        for _ in 0..10 {
            for cube in &far {
                let s = Phase::<Cube3>::enter(&home, cube);
                sum += home.lower_bound(&s);
            }
        }
        println!(
            "enter far {:.0} ns ({} sum {sum})",
            t.elapsed().as_secs_f64() * 1e9 / (10 * far.len().max(1)) as f64,
            far.len()
        );
        let t = Instant::now();
        let mut sum = 0;
        for _ in 0..10 {
            for cube in &cubes {
                let s = Phase::<Cube3>::enter(&home, cube);
                sum += home.lower_bound(&s);
            }
        }
        println!("enter {:.0} ns (sum {sum})", t.elapsed().as_secs_f64() * 1e9 / (10 * n) as f64);
        let mut visit = Visit::new(&home, Phase::<Cube3>::enter(&home, &Cube3::SOLVED));
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let (mut best, mut per, mut found) = (f64::MAX, f64::MAX, 0);
        let (mut last_e, mut last_g) = (0, 0);
        for _ in 0..8 {
            let (before, mut time) = (visit.counts(), 0.0);
            found = 0;
            for cube in &cubes {
                let start = [Node::after(Phase::<Cube3>::enter(&home, cube), OrderState::START)];
                let t = Instant::now();
                if hasty {
                    let mut hit = false;
                    visit.goals(&home, &start, 13, true, &control, |_| {
                        hit = true;
                        Flow::Enough
                    });
                    found += hit as u32;
                } else {
                    let mut hit = false;
                    for cost in home.lower_bound(&start[0].state)..=13 {
                        visit.goals(&home, &start, cost, false, &control, |_| {
                            hit = true;
                            Flow::Enough
                        });
                        if hit {
                            found += cost;
                            break;
                        }
                    }
                }
                time += t.elapsed().as_secs_f64();
            }
            let after = visit.counts();
            let e = after.expanded - before.expanded;
            (last_e, last_g) = (e, after.generated - before.generated);
            best = best.min(time);
            per = per.min(time / e as f64);
        }
        println!(
            "hasty {hasty}: {:.2} us a cube, {:.0} ns an expansion, expanded {:.1} generated {:.1} a cube, found {found}",
            best * 1e6 / n as f64,
            per * 1e9,
            last_e as f64 / n as f64,
            last_g as f64 / n as f64
        );
    }
}

fn solve_all(passes: usize) {
    let cubes = cubes();
    let all = Cubes::new();
    let method = Method { algorithm: Algorithm::TwoPhase, ..Method::default() };
    let twist = |c: &Cube3| Twist { start: *c, goal: Cube3::SOLVED, metric: metric(), turns: TurnSet::ALL };
    all.prepare(&twist(&cubes[0]), &method, Demand::Many, &Silent);
    let costs: &[Cost] = match metric() {
        Metric::HalfTurn => &[22, 21, 20],
        Metric::QuarterTurn => &[30, 28],
        Metric::Axial => &[18, 17],
    };
    for &max in costs {
        let limits = Limits { max_cost: max, ..Limits::default() };
        let (mut best, mut length, mut counts) = (f64::MAX, 0, Counts::default());
        for pass in 0..passes.max(1) {
            let t = Instant::now();
            (length, counts) = (0, Counts::default());
            for cube in &cubes {
                let stop = Stop::default();
                let control = Control::new(limits, &Silent, &stop);
                let answer = all.solve(&twist(cube), &method, &Sequential, &control);
                length += answer.cost.unwrap_or(1000);
                counts += answer.counts;
                if pass == 0 {
                    let turns = answer.solutions[0].iter().flat_map(|&mv| moves::turns_of(metric(), mv));
                    assert_eq!(cube.turned_by(turns.copied()), Cube3::SOLVED);
                }
            }
            best = best.min(t.elapsed().as_secs_f64());
        }
        println!(
            "max {max}: {:.2} us a cube, length {length}, expanded {} generated {}",
            best * 1e6 / cubes.len() as f64,
            counts.expanded,
            counts.generated
        );
    }
}

fn main() {
    let what = std::env::args().nth(1).unwrap_or_default();
    let n = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(10);
    match &what[..] {
        "startup" => startup(n),
        "fill" => fill(n),
        "home" if metric() == Metric::Axial => home::<64>(n),
        "home" => home::<32>(n),
        _ => solve_all(n),
    }
}
