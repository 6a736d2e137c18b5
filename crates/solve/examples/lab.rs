#![allow(missing_docs, clippy::all, clippy::pedantic)]
//! Scratch: times of the tables.
use solve::Metric;
use solve::recipe::cube3::flip_slice::FlipSlice;
use solve::recipe::cube3::moves;
use solve::recipe::cube3::outside::Outside;
use solve::recipe::cube3::tables::Tables;
use solve::recipe::cube3::twist::Twists;
fn cpu() -> f64 {
    std::fs::read_dir("/proc/self/task")
        .unwrap()
        .map(|d| {
            let s = std::fs::read_to_string(d.unwrap().path().join("schedstat")).unwrap_or("0".into());
            s.split(' ').next().unwrap().trim().parse::<f64>().unwrap() / 1e6
        })
        .sum()
}
#[derive(Clone, Copy)]
struct Instant(std::time::Instant, f64);
impl Instant {
    fn now() -> Instant {
        Instant(std::time::Instant::now(), cpu())
    }
}
fn ms(t: Instant) -> String {
    format!("[wall {:.1} cpu {:.1}]", t.0.elapsed().as_secs_f64() * 1e3, cpu() - t.1)
}
fn rss(what: &str) {
    let s = std::fs::read_to_string("/proc/self/status").unwrap();
    for l in s.lines().filter(|l| l.starts_with("VmRSS") || l.starts_with("VmHWM")) {
        print!("{l} ");
    }
    println!("{what}");
}
fn main() {
    let mode = std::env::args().nth(1).unwrap();
    let t0 = Instant::now();
    let m = moves::of(Metric::HalfTurn);
    match mode.as_str() {
        "moves" => println!("moves {}", ms(t0)),
        "flip" => {
            let t = Instant::now();
            let (f, _rows) = FlipSlice::new(m, 32, |c, s| c * 2187 | s << 28);
            println!("moves+sym {} flip {} {}", ms(t0), ms(t), f.n_classes());
        }
        "twist" => {
            let t = Instant::now();
            let f = Twists::<32>::new(m);
            println!("twist {} {}", ms(t), f.row(0)[1]);
        }
        "outside" => {
            let t = Instant::now();
            let f = Outside::<32>::new(m);
            println!("outside {} {:?}", ms(t), f.distances.complete());
        }
        "new" => {
            let t = Instant::now();
            let f = Tables::<32>::new(Metric::HalfTurn);
            println!("tables {} {:?}", ms(t), f.outside.distances.complete());
        }
        "grow" => {
            let t = Instant::now();
            let f = Outside::<32>::new(m);
            print!("outside {}", ms(t));
            for l in 7..=9 {
                let t = Instant::now();
                f.grow_to(l);
                print!(" level{l} {}", ms(t));
            }
            println!(" bytes {} MB", f.bytes() as f64 / 1e6);
            rss("outside alone");
        }
        "full" => {
            let t = Instant::now();
            let f = Tables::<32>::new(Metric::HalfTurn);
            print!("new {}", ms(t));
            rss("new");
            let t = Instant::now();
            f.grow();
            print!(" grow {}", ms(t));
            println!(" bytes {} MB", f.bytes() as f64 / 1e6);
            rss("full");
        }
        "zero" => {
            let t = Instant::now();
            let v = search::hardware::zeroed(64430 * 2187 / 16);
            let mut i = 0;
            while i < v.len() {
                v[i].store(1, std::sync::atomic::Ordering::Relaxed);
                i += 1 << 18;
            }
            println!("zero {}", ms(t));
        }
        _ => panic!(),
    }
}
