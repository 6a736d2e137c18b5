//! Larger tables for a batch that has proved large, made on a thread of their own while its puzzles are solved. The solver says what
//! they cost and what was spent without them; how many puzzles are to come is known here, and so whether it pays.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Scope;

use search::{Control, Limits, Observer, StopReason};
use solve::{Outlay, Request};

use crate::plan::Voice;
use crate::progress::{Progress, Warnings};
use crate::session::Session;
use crate::watch::{Guard, Watch};

/// Makes them once, until nobody needs them any more.
pub struct Upgrade<'a> {
    guard: Guard<'a>,
    voice: Voice,
    has_begun: AtomicBool,
}

impl<'a> Upgrade<'a> {
    /// With nothing made. Whoever interrupts the batch interrupts this.
    pub fn new(watch: &'a Watch, voice: Voice) -> Upgrade<'a> {
        Upgrade { guard: watch.guard(None), voice, has_begun: AtomicBool::new(false) }
    }

    /// Begins if it pays: puzzles like this one were solved, `done` of all are taken and `left` are not.
    pub fn consider<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        (session, limits): (&'scope Session<'_>, &Limits),
        request: Request,
        done: u64,
        left: u64,
    ) {
        if self.has_begun.load(Ordering::Relaxed) {
            return;
        }
        let outlay = session.outlay(&request, limits);
        if outlay.is_some_and(|outlay| pays(outlay, done, left)) {
            self.begin(scope, session, *limits, request);
        }
    }

    fn begin<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        session: &'scope Session<'_>,
        limits: Limits,
        request: Request,
    ) {
        if self.has_begun.swap(true, Ordering::Relaxed) {
            return;
        }
        scope.spawn(move || {
            let logged;
            let observer: &dyn Observer = match self.voice.verbose > 0 {
                true => {
                    logged = Progress::new(self.voice);
                    &logged
                }
                false => &Warnings(self.voice),
            };
            tracing::info!("the batch is large: making larger tables meanwhile");
            match session.upgrade(&request, &Control::new(limits, observer, &self.guard.stop)) {
                true => tracing::info!("larger tables are ready; the boards to come are solved with them"),
                false => tracing::info!("larger tables were not finished"),
            }
        });
    }

    /// Nobody needs them any more.
    pub fn end(&self) {
        self.guard.stop.raise(StopReason::Cancelled);
    }
}

/// Whether making tables pays for the puzzles that are left, if they are like those before. While the tables are made the cores
/// are shared, so that puzzles worth about as much as the tables cost are still solved without; the others must bring in the cost
/// with some to spare. Before a part of the cost is spent nothing is known of the puzzles.
fn pays(outlay: Outlay, done: u64, left: u64) -> bool {
    let Outlay { spent, cost } = outlay;
    let to_come = u128::from(spent) * u128::from(left) / u128::from(done.max(1));
    spent >= cost / 8 && to_come >= 3 * u128::from(cost)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::thread;
    use std::time::{Duration, Instant};

    use puzzle::Goal;
    use search::Sequential;
    use solve::{Demand, Method, Question, SlideMetric, Store};

    use super::*;
    use crate::session::Allowance;

    #[test]
    fn only_large_batches_pay() {
        let check = |spent, done, left, expected| {
            assert_eq!(pays(Outlay { spent, cost: 800 }, done, left), expected, "{spent} {done} {left}");
        };
        // Nothing is known yet.
        check(0, 0, 1_000_000, false);
        check(99, 1, 1_000_000, false);
        check(100, 10, 239, false);
        check(100, 10, 240, true);
        // Much was spent, but little is to come.
        check(8_000, 1_000, 299, false);
        check(8_000, 1_000, 300, true);
        check(u64::MAX, 1, u64::MAX, true);
        check(8_000, 1_000, 0, false);
    }

    const QUIET: Voice = Voice { json: false, quiet: true, verbose: 0 };

    /// A folder that goes away.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("deepen-upgrade-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        /// What there is in it but locks.
        fn tables(&self) -> Vec<PathBuf> {
            let files = std::fs::read_dir(&self.0).unwrap().map(|file| file.unwrap().path());
            files.filter(|path| path.extension().is_none_or(|end| end != "lock")).collect()
        }

        fn is_empty(&self) -> bool {
            std::fs::read_dir(&self.0).unwrap().next().is_none()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    /// Begins to make tables, and ends it before or as soon as it is under way: it is noticed at once, and nothing is left.
    fn check_ended(name: &str, is_before: bool, end: impl Fn(&Watch, &Upgrade<'_>)) {
        let folder = Folder::new(name);
        let watch = Watch::new();
        let session = Session::kept_in(&Store::at(&folder.0), &watch, Demand::Many);
        let goal = Goal::Last.board(4, 4).unwrap();
        let question = Question::Sliding { board: goal.clone(), goal, metric: SlideMetric::SingleTile };
        let request = Request { question, method: Method::default() };
        let limits = Limits::default();
        let allowance = Allowance { limits, timeout: None, executor: &Sequential };
        session.runner().solve(&request, &allowance, &Warnings(QUIET)).unwrap();
        assert!(session.outlay(&request, &limits).is_some() && folder.is_empty());
        let upgrade = Upgrade::new(&watch, QUIET);
        if is_before {
            end(&watch, &upgrade);
        }
        let mut ended = Instant::now();
        thread::scope(|scope| {
            upgrade.begin(scope, &session, limits, request.clone());
            if !is_before {
                // Its lock is there before a table is begun.
                while folder.is_empty() {
                    thread::sleep(Duration::from_millis(1));
                }
                ended = Instant::now();
                end(&watch, &upgrade);
            }
        });
        // All of it takes much longer.
        assert!(ended.elapsed() < Duration::from_secs(10), "{:?}", ended.elapsed());
        assert_eq!(folder.tables(), [] as [PathBuf; 0]);
        // Boards are still solved with what there was.
        assert!(session.outlay(&request, &limits).is_some());
    }

    #[test]
    fn the_end_of_a_batch_ends_the_making() {
        check_ended("end", false, |_, upgrade| upgrade.end());
        check_ended("before", true, |_, upgrade| upgrade.end());
    }

    #[test]
    fn who_interrupts_a_batch_interrupts_the_making() {
        check_ended("interrupt", false, |watch, _| watch.cancel());
    }
}
