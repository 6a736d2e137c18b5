//! A toy table is stored, damaged in all possible ways, and requested again.

use std::cell::Cell;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use search::{Limits, Stop, StopReason};

use super::header::{BLOCK, PAGE};
use super::*;

/// Two blocks, the second a short one.
const LEN: usize = BLOCK + 1000;

/// A directory that is removed when the test ends.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        Folder(std::env::temp_dir().join(format!("deepen-store-{}-{n}", std::process::id())))
    }

    fn store(&self) -> Store {
        Store::at(&self.0)
    }

    fn table(&self) -> PathBuf {
        self.0.join("toy.table")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Records the notes that the observer receives.
#[derive(Default)]
struct NoteLog(Mutex<Vec<TableNote>>);

impl Observer for NoteLog {
    fn table_note(&self, name: &str, note: &TableNote) {
        assert_eq!(name, "toy");
        self.0.lock().expect("no panic").push(note.clone());
    }
}

impl NoteLog {
    fn has(&self, wanted: impl Fn(&TableNote) -> bool) -> bool {
        self.0.lock().expect("no panic").iter().any(wanted)
    }

    fn troubles(&self) -> usize {
        let notes = self.0.lock().expect("no panic");
        notes.iter().filter(|note| matches!(note, TableNote::Trouble(_))).count()
    }
}

/// The catalog of the present version has one table.
fn catalog(name: &str) -> Option<Spec> {
    (name == "toy").then(spec)
}

/// A table of an older version with the same numbers is reported once, when the present one is built.
#[test]
fn an_old_table_of_the_same_role_is_reported_once() {
    let (folder, notes) = (Folder::new(), NoteLog::default());
    let store = folder.store().with_catalog(catalog);
    let old = Spec { name: "toy-of-old".into(), version: 0, ..spec() };
    let other = Spec { name: "other".into(), depends: vec![1], ..spec() };
    let plain = folder.store();
    for spec in [&old, &other] {
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &search::Silent, &stop);
        let make =
            |_: ReportProgress<'_>| Ok(FilledTable { items: vec![7_u8; LEN].into(), distribution: vec![1] });
        plain.table(Wanted { levels: &[1], ..wanted(spec) }, &control, make).expect("nothing stops it");
    }
    let path = folder.0.join("toy-of-old.table").display().to_string();
    let count = || {
        let is_reported = |note: &&TableNote| matches!(note, TableNote::Outdated(..));
        notes.0.lock().expect("no panic").iter().filter(is_reported).count()
    };
    assert!(ask(&store, &spec(), &notes));
    assert!(notes.has(|note| *note == TableNote::Outdated(old.file_bytes(), path.clone())));
    assert_eq!(count(), 1);
    // Not reported again when the table is found or rebuilt.
    assert!(!ask(&store, &spec(), &notes));
    fs::remove_file(folder.table()).expect("it is there");
    assert!(ask(&store, &spec(), &notes));
    assert_eq!(count(), 1);
    assert_eq!(store.unused().expect("the folder can be read").len(), 2);
    assert_eq!(plain.unused().expect("nothing is known to be unused"), []);
}

fn spec() -> Spec {
    Spec::of::<u8>("toy", 1, vec![LEN as u64], LEN)
}

/// The toy has three levels, of which two are known.
fn wanted(spec: &Spec) -> Wanted<'_> {
    Wanted { spec, label: "toy", levels: &[1, 2] }
}

fn item(i: usize) -> u8 {
    (i * i / 7) as u8
}

/// Requests the table and checks its content. Returns true if it had to be built.
fn ask(store: &Store, spec: &Spec, observer: &dyn Observer) -> bool {
    let (stop, was_built) = (Stop::default(), Cell::new(false));
    let control = Control::new(Limits::default(), observer, &stop);
    let table = store.table(wanted(spec), &control, |_| {
        was_built.set(true);
        let items: Vec<u8> = (0..LEN).map(item).collect();
        Ok(FilledTable { items: items.into(), distribution: vec![1, 2, 3] })
    });
    let table = table.expect("nothing stops it");
    assert!(table.items.len() == LEN && (0..LEN).all(|i| table.items[i] == item(i)));
    assert_eq!(table.distribution, [1, 2, 3]);
    was_built.get()
}

#[test]
fn a_stored_table_is_found() {
    let (folder, notes) = (Folder::new(), NoteLog::default());
    assert!(ask(&folder.store(), &spec(), &notes));
    assert!(notes.has(|note| matches!(note, TableNote::Stored(bytes, _) if *bytes == spec().file_bytes())));
    assert_eq!(folder.names(), ["toy.lock", "toy.table"]);
    assert!(!ask(&folder.store(), &spec(), &notes));
    assert!(notes.has(|note| *note == TableNote::Found(LEN as u64)));
    assert!(matches!(folder.store().state(&spec()), State::Ready));
    assert!(folder.store().verify(&spec(), &|| true).expect("it is whole"));
    for is_shared in [false, true] {
        let store = folder.store().shared(is_shared);
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &notes, &stop);
        let found: FilledTable<u8> =
            store.find(wanted(&spec()), &control).expect("nothing stops it").expect("it is there");
        assert_eq!(found.items.is_mapped(), is_shared && cfg!(target_os = "linux"));
        assert!((0..LEN).all(|i| found.items[i] == item(i)));
    }
    assert_eq!(notes.troubles(), 0);
}

#[test]
fn nothing_is_stored_without_a_directory() {
    let notes = NoteLog::default();
    assert!(ask(&Store::nowhere(), &spec(), &notes) && ask(&Store::nowhere(), &spec(), &notes));
    assert!(notes.0.into_inner().expect("no panic").is_empty());
}

/// Damages a table and checks that it is rebuilt with one warning and found from then on.
fn check_rebuilt(what: &str, damage: impl FnOnce(&Path)) {
    let (folder, notes) = (Folder::new(), NoteLog::default());
    assert!(ask(&folder.store(), &spec(), &notes));
    damage(&folder.table());
    assert!(folder.store().verify(&spec(), &|| true).is_err(), "{what} is taken for whole");
    assert!(ask(&folder.store(), &spec(), &notes), "{what} is used");
    assert_eq!(notes.troubles(), 1, "{what}");
    assert!(!ask(&folder.store(), &spec(), &notes), "{what} is not replaced");
    assert_eq!(notes.troubles(), 1, "{what}");
}

#[test]
fn a_table_of_the_wrong_size_is_rebuilt() {
    let whole = spec().file_bytes();
    for len in [0, 1, 100, PAGE as u64, PAGE as u64 + 5, whole / 2, whole - 1, whole + 1] {
        let cut = |path: &Path| {
            let file = File::options().write(true).open(path).expect("it is there");
            file.set_len(len).expect("it can be cut");
        };
        check_rebuilt(&format!("length {len}"), cut);
    }
}

#[test]
fn a_damaged_table_is_rebuilt() {
    let whole = spec().file_bytes() as usize;
    let content = [PAGE, PAGE + 12_345, PAGE + BLOCK - 1, PAGE + BLOCK, PAGE + LEN - 1];
    for at in [0, 9, 13, 17, 30, 60, 200, PAGE - 1].into_iter().chain(content).chain([whole - 8, whole - 1]) {
        check_rebuilt(&format!("a flip at {at}"), |path| {
            let mut bytes = fs::read(path).expect("it is there");
            bytes[at] ^= 4;
            fs::write(path, bytes).expect("it can be written");
        });
    }
}

/// Every block is checked, however many there are: the file has more blocks than a sample of them would have, and one
/// bit of one of them is wrong.
#[test]
fn every_block_is_checked() {
    const N_BLOCKS: usize = 70;
    let folder = Folder::new();
    let spec = Spec::of::<u8>("toy", 1, vec![7], N_BLOCKS * BLOCK);
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &search::Silent, &stop);
    let ask = |n_built: &Cell<u32>| {
        let made = folder.store().shared(true).table::<u8>(wanted(&spec), &control, |_| {
            n_built.set(n_built.get() + 1);
            Ok(FilledTable { items: vec![0; N_BLOCKS * BLOCK].into(), distribution: vec![1, 2] })
        });
        assert!(made.expect("nothing stops it").items.iter().all(|&item| item == 0));
    };
    let n_built = Cell::new(0);
    ask(&n_built);
    ask(&n_built);
    assert_eq!(n_built.get(), 1, "what is whole is used");
    for block in [1, 33, 68] {
        let mut file = File::options().write(true).open(folder.table()).expect("it is there");
        file.seek(SeekFrom::Start((PAGE + block * BLOCK + 12_345) as u64)).expect("it is as long");
        file.write_all(&[64]).expect("it can be written");
        let before = n_built.get();
        assert!(matches!(
            folder.store().verify(&spec, &|| true),
            Err(Fault::Content { from, .. }) if from == (block * BLOCK) as u64
        ));
        ask(&n_built);
        assert_eq!(n_built.get(), before + 1, "block {block} is used though it is damaged");
    }
    // A stopped caller does not wait.
    stop.raise(StopReason::Cancelled);
    let stopped = folder.store().table::<u8>(wanted(&spec), &control, |_| panic!("it is there"));
    assert!(stopped.is_err());
}

/// A block of another table with the checksum that belongs to it.
#[test]
fn a_mixed_table_is_rebuilt() {
    check_rebuilt("a block of another table", |path| {
        let mut bytes = fs::read(path).expect("it is there");
        let last = PAGE + BLOCK..PAGE + LEN;
        bytes[last.clone()].fill(7);
        let sum = crc32fast::hash(&bytes[last]).to_le_bytes();
        bytes.truncate(bytes.len() - 4);
        bytes.extend(sum);
        fs::write(path, bytes).expect("it can be written");
    });
}

/// A table whose header, with a right checksum, has other numbers of entries than there are.
#[test]
fn a_table_that_was_filled_wrong_is_rebuilt() {
    let (folder, notes) = (Folder::new(), NoteLog::default());
    assert!(ask(&folder.store(), &spec(), &notes));
    let (stop, levels) = (Stop::default(), [1, 3]);
    let control = Control::new(Limits::default(), &notes, &stop);
    let found: Option<FilledTable<u8>> = folder
        .store()
        .find(Wanted { levels: &levels, ..wanted(&spec()) }, &control)
        .expect("nothing stops it");
    assert!(found.is_none() && notes.troubles() == 1);
    let reason = "it was filled wrong: 2 entries at distance 1, expected 3";
    assert!(notes.has(|note| matches!(note, TableNote::Trouble(why) if why.ends_with(reason))));
}

/// The first fill was disturbed, the second was not.
#[test]
fn a_wrong_fill_is_repeated() {
    let (folder, notes, n_fills) = (Folder::new(), NoteLog::default(), Cell::new(0));
    let fill = |n_wrong: u32| {
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &notes, &stop);
        n_fills.set(0);
        let table = folder.store().table::<u8>(wanted(&spec()), &control, |_| {
            n_fills.set(n_fills.get() + 1);
            let distribution = if n_fills.get() <= n_wrong { vec![1, 1] } else { vec![1, 2] };
            Ok(FilledTable { items: vec![0; LEN].into(), distribution })
        });
        table.expect("nothing stops it").distribution
    };
    assert_eq!((fill(1), n_fills.get(), notes.troubles()), (vec![1, 2], 2, 1));
    fs::remove_file(folder.table()).expect("it is there");
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| fill(2))).expect_err("wrong twice");
    let text = panic.downcast_ref::<String>().expect("a message");
    assert_eq!(text, "table toy was filled wrong: 1 entries at distance 1, expected 2");
    assert_eq!(folder.names(), ["toy.lock"], "nothing wrong is stored");
}

/// Another program cuts the file while it is read or checked.
#[test]
fn a_file_that_is_cut_while_it_is_read_is_a_fault() {
    const N_BLOCKS: usize = 70;
    let folder = Folder::new();
    fs::create_dir_all(&folder.0).expect("a folder");
    let spec = Spec::of::<u8>("toy", 1, vec![7], N_BLOCKS * BLOCK);
    let table = FilledTable { items: vec![5_u8; N_BLOCKS * BLOCK].into(), distribution: vec![1] };
    let cut = |_: u64, _: u64| {
        let file = File::options().write(true).open(folder.table()).expect("it is there");
        file.set_len((PAGE + 3 * BLOCK) as u64).expect("it can be cut");
        true
    };
    for is_read in [true, false] {
        let part = folder.0.join("toy.part");
        file::write(&folder.table(), &part, &spec, &table, &|| true).expect("it can be written");
        let fault = match is_read {
            true => file::read::<u8>(&folder.table(), &spec, &cut).map(|_| ()).expect_err("it was cut"),
            false => file::verify(&folder.table(), &spec, &cut).map(|_| ()).expect_err("it was cut"),
        };
        assert!(matches!(fault, Fault::Cut), "{fault}");
    }
}

/// Another program cuts a table that several processes use, or writes to it: the copy in memory does not change, and a
/// process that comes later does not use the file. The file was mapped once, and this test ended by SIGBUS.
#[test]
fn a_shared_table_outlives_its_file() {
    let (folder, notes) = (Folder::new(), NoteLog::default());
    // Its own content, because tests at the same time would share it.
    let spec = Spec { depends: vec![77], ..spec() };
    let store = folder.store().shared(true);
    assert!(ask(&store, &spec, &notes));
    let (stop, n_right) =
        (Stop::default(), |table: &FilledTable<u8>| (0..LEN).filter(|&i| table.items[i] == item(i)).count());
    let control = Control::new(Limits::default(), &notes, &stop);
    let find = || store.find::<u8>(wanted(&spec), &control).expect("nothing stops it");
    let first = find().expect("it is there");
    let mut file = File::options().write(true).open(folder.table()).expect("it is there");
    file.seek(SeekFrom::Start(PAGE as u64)).expect("it is as long");
    file.write_all(&[0xFF; 4096]).expect("it can be written");
    // The header is right, so the sound copy of the first is used.
    assert_eq!(find().map(|table| n_right(&table)), cfg!(target_os = "linux").then_some(LEN));
    file.set_len(0).expect("it can be cut");
    assert!(find().is_none());
    assert_eq!(n_right(&first), LEN);
    drop(first);
    assert!(ask(&store, &spec, &notes) && !ask(&store, &spec, &notes));
}

/// Many processes at once read one copy, which is the same memory for all of them.
#[cfg(target_os = "linux")]
#[test]
fn a_shared_table_is_read_once() {
    use std::os::unix::fs::MetadataExt;

    const N: usize = 8;
    let folder = Folder::new();
    // A name of its own, because other tests have memory files, too.
    let spec = Spec { name: "shared".into(), ..spec() };
    assert!(ask(&folder.store(), &spec, &search::Silent));
    let copies = || {
        let is_copy = |path: &PathBuf| {
            fs::read_link(path).is_ok_and(|to| to.to_string_lossy().starts_with("/memfd:deepen-shared-"))
        };
        let files = fs::read_dir("/proc/self/fd").expect("it is there").flatten().map(|file| file.path());
        // Another thread may close its file meanwhile.
        let inodes = files.filter(is_copy).filter_map(|path| Some(fs::metadata(path).ok()?.ino()));
        inodes.collect::<BTreeSet<u64>>()
    };
    let barrier = std::sync::Barrier::new(N);
    std::thread::scope(|scope| {
        for _ in 0..N {
            scope.spawn(|| {
                let stop = Stop::default();
                let control = Control::new(Limits::default(), &search::Silent, &stop);
                let store = folder.store().shared(true);
                barrier.wait();
                let table = store.find::<u8>(wanted(&spec), &control).expect("nothing stops it");
                barrier.wait();
                assert_eq!(copies().len(), 1, "of {N} threads each has its own");
                assert!(table.expect("it is there").items.is_mapped());
            });
        }
    });
    assert!(copies().is_empty(), "the copy goes with its last user");
}

/// A table that would exceed the limit of the directory is used from memory.
#[test]
fn the_directory_can_be_limited() {
    let (folder, notes) = (Folder::new(), NoteLog::default());
    let limited = |bytes| folder.store().with_max_bytes(Some(bytes));
    let bytes = spec().file_bytes();
    assert!(ask(&limited(bytes - 1), &spec(), &notes) && ask(&limited(bytes - 1), &spec(), &notes));
    assert_eq!((folder.names(), notes.troubles()), (vec!["toy.lock".to_string()], 2));
    assert!(ask(&limited(bytes), &spec(), &notes) && !ask(&limited(bytes - 1), &spec(), &notes));
    assert_eq!(notes.troubles(), 2);
}

#[test]
fn another_table_is_rebuilt() {
    check_rebuilt("a text", |path| fs::write(path, "hello\n".repeat(10_000)).expect("it can be written"));
    // The same name and size, but another version, or other numbers.
    for other in [Spec { version: 2, ..spec() }, Spec { depends: vec![1], ..spec() }] {
        check_rebuilt(&format!("{other:?}"), |path| {
            fs::remove_file(path).expect("it is there");
            assert!(ask(&Store::at(path.parent().expect("a folder")), &other, &NoteLog::default()));
        });
    }
}

/// An unfinished file of a killed process is overwritten.
#[test]
fn an_unfinished_file_is_overwritten() {
    let (folder, notes) = (Folder::new(), NoteLog::default());
    fs::create_dir_all(&folder.0).expect("a folder");
    fs::write(folder.0.join("toy.part"), vec![1; 2 * LEN]).expect("it can be written");
    assert!(ask(&folder.store(), &spec(), &notes) && !ask(&folder.store(), &spec(), &notes));
    assert_eq!(folder.names(), ["toy.lock", "toy.table"]);
    assert_eq!(notes.troubles(), 0);
}

/// Many callers at once: one builds the table, all others wait for it.
#[test]
fn a_table_is_built_once() {
    let (folder, notes, n_built) = (Folder::new(), NoteLog::default(), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope
                .spawn(|| n_built.fetch_add(ask(&folder.store(), &spec(), &notes).into(), Ordering::Relaxed));
        }
    });
    assert_eq!(n_built.into_inner(), 1);
    assert_eq!(notes.troubles(), 0);
}

#[test]
fn a_waiting_caller_can_be_stopped() {
    let (folder, notes, stop) = (Folder::new(), NoteLog::default(), Stop::default());
    fs::create_dir_all(&folder.0).expect("a folder");
    let lock = File::create(folder.0.join("toy.lock")).expect("a file");
    lock.lock().expect("it is free");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let control = Control::new(Limits::default(), &notes, &stop);
            folder
                .store()
                .table::<u8>(wanted(&spec()), &control, |_| panic!("another process builds it"))
                .err()
        });
        while !notes.has(|note| *note == TableNote::Awaited) {
            thread::sleep(LOCK_POLL);
        }
        stop.raise(StopReason::Cancelled);
        assert_eq!(waiting.join().expect("no panic"), Some(Cancelled));
    });
}

/// If a file is in the place of the directory, nothing can be stored in it.
#[test]
fn a_table_that_cannot_be_stored_is_used_from_memory() {
    let (folder, notes) = (Folder::new(), NoteLog::default());
    fs::write(&folder.0, "a file").expect("it can be written");
    assert!(ask(&folder.store(), &spec(), &notes) && ask(&folder.store(), &spec(), &notes));
    assert_eq!(notes.troubles(), 2);
    fs::remove_file(&folder.0).expect("it is there");
    // A directory is in the way that cannot be replaced.
    fs::create_dir_all(folder.table().join("full")).expect("a folder");
    assert!(ask(&folder.store(), &spec(), &notes));
    assert_eq!(folder.names(), ["toy.lock", "toy.table"], "nothing is left of what was not written");
}

#[test]
fn a_removed_table_is_gone() {
    let (folder, notes) = (Folder::new(), NoteLog::default());
    let store = folder.store();
    assert!(!store.remove(&spec()).expect("there is nothing to remove"));
    assert!(ask(&store, &spec(), &notes));
    // Not while another process builds it.
    let lock = File::open(folder.0.join("toy.lock")).expect("it is there");
    lock.lock().expect("it is free");
    assert_eq!(store.remove(&spec()).map_err(|error| error.kind()), Err(io::ErrorKind::ResourceBusy));
    drop(lock);
    assert!(store.remove(&spec()).expect("it can be removed"));
    assert!(matches!(store.state(&spec()), State::Absent));
    assert!(ask(&store, &spec(), &notes));
}
