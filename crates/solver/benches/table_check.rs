//! Seconds to read a stored table and check it before use, beside only reading it; from the page cache and, as root on
//! Linux, from the disk. Asserts that one wrong bit beyond the first gigabyte is found, and that a cut file is. Arguments:
//! the size in megabytes (default 1200) and a directory for the file, which is removed at the end.
//!
//! `cargo bench -p deepen-solver --bench table_check -- 7600 /var/tmp/bench`

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use deepen_solver as solver;
use rayon::prelude::*;
use search::table::data::TableData;
use search::{Control, Limits, Silent, Stop};
use solver::store::{Fault, FilledTable, Spec, Store, Wanted};

const MEGABYTE: usize = 1_000_000;
/// As the store reads.
const BLOCK: usize = 16 << 20;

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let megabytes: usize = args.next().map_or(1200, |arg| arg.parse().expect("a number of megabytes"));
    let own = || std::env::temp_dir().join(format!("deepen-table-check-{}", std::process::id()));
    let folder = args.next().map_or_else(own, PathBuf::from);
    let len = megabytes * MEGABYTE;
    let spec = Spec::of::<u8>("bench", 1, vec![len as u64], len);
    let store = Store::at(&folder);
    let path = folder.join("bench.table");
    let n_threads = rayon::current_num_threads();
    println!("{megabytes} MB, {n_threads} threads, {}", folder.display());
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let wanted = Wanted { spec: &spec, label: "bench", levels: &[] };
    let make = || {
        let filled = store.table(wanted, &control, |_| {
            let mut items = vec![0_u8; len];
            // Any content that is not compressible will do.
            let fill = |(i, item): (usize, &mut [u8])| {
                let word = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                item.copy_from_slice(&(word ^ word >> 29).to_le_bytes()[..item.len()]);
            };
            items.par_chunks_mut(8).enumerate().for_each(fill);
            Ok(FilledTable { items: items.into(), distribution: vec![len as u64] })
        });
        drop(filled.expect("nothing stops it"));
    };
    measure("fill, write and sync", len, make);
    let only_read = || {
        let file = File::open(&path).expect("it is there");
        let read = |number: usize, bytes: &mut [u8]| {
            std::os::unix::fs::FileExt::read_exact_at(&file, bytes, (4096 + number * BLOCK) as u64)
        };
        let table = TableData::<u8>::read(len, BLOCK, n_threads, read).expect("it can be read");
        assert_eq!(table.len(), len);
    };
    let read_and_check = || {
        let found = store.find::<u8>(wanted, &control).expect("nothing stops it");
        assert_eq!(found.expect("it is sound").items.len(), len);
    };
    for _ in 0..3 {
        measure("cached: read", len, only_read);
        measure("cached: read and check", len, read_and_check);
    }
    measure("cached: check only (tables verify)", len, || {
        assert!(store.verify(&spec, &|| true).expect("it is sound"));
    });
    if drop_caches() {
        measure("disk: read", len, only_read);
        drop_caches();
        measure("disk: read and check", len, read_and_check);
    } else {
        println!("the page cache cannot be dropped: nothing is read from the disk");
    }
    let places = [0, len / 2, (1 << 30) + 12_345, len - 1];
    for at in places.into_iter().filter(|&at| at < len) {
        flip(&path, at);
        match store.verify(&spec, &|| true) {
            Err(Fault::Content { from, to }) => assert!((from..to).contains(&(at as u64))),
            other => panic!("a wrong bit at {at}: {other:?}"),
        }
        let found = store.find::<u8>(wanted, &control).expect("nothing stops it");
        assert!(found.is_none(), "a table with a wrong bit at {at} is used");
        flip(&path, at);
        println!("one wrong bit in byte {at}: found by verify, not used");
    }
    let file = File::options().write(true).open(&path).expect("it is there");
    file.set_len(len as u64 / 2).expect("it can be cut");
    assert!(store.find::<u8>(wanted, &control).expect("nothing stops it").is_none());
    println!("cut to half: not used");
    for extension in ["table", "lock"] {
        fs::remove_file(path.with_extension(extension)).expect("it is there");
    }
    // Only if it was made for this.
    let _ = fs::remove_dir(&folder);
}

fn flip(path: &Path, at: usize) {
    let mut file = File::options().read(true).write(true).open(path).expect("it is there");
    let mut byte = [0];
    let place = (4096 + at) as u64;
    std::os::unix::fs::FileExt::read_exact_at(&file, &mut byte, place).expect("it is as long");
    file.seek(SeekFrom::Start(place)).expect("it is as long");
    file.write_all(&[byte[0] ^ 16]).expect("it can be written");
}

/// Empties the page cache. Returns false if that is not allowed.
fn drop_caches() -> bool {
    fs::write("/proc/sys/vm/drop_caches", "3").is_ok()
}

fn measure(what: &str, len: usize, work: impl FnOnce()) {
    let (started, cpu) = (Instant::now(), cpu_seconds());
    work();
    let (seconds, cpu) = (started.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    let speed = len as f64 / 1e9 / seconds;
    println!("{what:<40} {seconds:7.2} s, {cpu:7.2} s of processor time, {speed:6.2} GB/s");
}

/// Processor time of this process so far, on Linux.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}
