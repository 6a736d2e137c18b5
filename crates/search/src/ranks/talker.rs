//! The thread that talks: it works like the others, and in between, whenever the search looks around or a task is over, it hears
//! and says what there is to hear and to say. A thread of its own for that would take its time from one that works, on machines
//! whose cores are all at work, and every message would have to wait for it to be woken.

use std::cell::{Cell, RefCell};
use std::thread;
use std::time::Duration;

use super::Work;
use super::desk::Desk;
use super::member::Next;
use super::message::Finished;
use crate::control::StopReason;
use crate::execute::{Claims, Heard};

/// Between two looks at the link while there is nothing to do: doubled from the one to the other while nothing comes.
const PAUSES: (Duration, Duration) = (Duration::from_micros(20), Duration::from_micros(500));
/// After so many turns without a word a rank says what it has done.
const SILENCE: u32 = 100;

/// What there is to say during a round.
pub(super) trait Talk {
    /// Hears and says everything there is. `is_late` if nothing was said for long. Whether there was anything.
    fn turn(&mut self, desk: &Desk, is_late: bool) -> bool;
}

/// The claims of the thread that talks.
pub(super) struct Talker<'a> {
    desk: &'a Desk,
    talk: RefCell<&'a mut dyn Talk>,
    /// Turns since there was anything.
    n_silent: Cell<u32>,
}

impl<'a> Talker<'a> {
    pub fn new(desk: &'a Desk, talk: &'a mut dyn Talk) -> Talker<'a> {
        Talker { desk, talk: RefCell::new(talk), n_silent: Cell::new(0) }
    }

    fn turn(&self) -> bool {
        let n_silent = self.n_silent.get();
        let is_busy = self.talk.borrow_mut().turn(self.desk, n_silent > SILENCE);
        self.n_silent.set(if is_busy { 0 } else { n_silent + 1 });
        is_busy
    }

    /// Talks until the round is over or a thread has panicked, and does some work whenever there are tasks, unless others do it all.
    pub fn serve(&self, work: Option<&Work<'_>>) {
        let mut pause = Pause::new();
        loop {
            let is_busy = self.turn();
            if self.desk.lock().end().is_some() || self.desk.is_broken() {
                return;
            }
            match work {
                Some(work) if self.desk.lock().enter() => {
                    let stop = work(self);
                    self.desk.lock().leave(stop);
                    pause = Pause::new();
                }
                _ if is_busy => pause = Pause::new(),
                _ => self.rest(&mut pause),
            }
        }
    }

    /// What the round came to, if it is over.
    pub fn end(&self) -> Option<Vec<u8>> {
        self.desk.lock().end().cloned().flatten()
    }

    fn rest(&self, pause: &mut Pause) {
        self.desk.rest(|| pause.wait());
    }
}

impl Claims for Talker<'_> {
    fn next(&self) -> Option<usize> {
        let mut pause = Pause::new();
        loop {
            let (next, is_low) = {
                let mut member = self.desk.lock();
                (member.next(), member.is_low())
            };
            if is_low || next == Next::Wait {
                let is_busy = self.turn();
                if next == Next::Wait && !is_busy {
                    self.rest(&mut pause);
                }
            }
            match next {
                Next::Task(task) => return Some(task),
                Next::Nothing => return None,
                Next::Wait if self.desk.is_broken() => return None,
                Next::Wait => {}
            }
        }
    }

    fn finished(&self, task: usize, has_answer: bool, line: &dyn Fn() -> String) {
        self.desk.lock().finish(Finished { task, has_answer, line: line() });
        if has_answer {
            self.turn();
        }
    }

    fn heard(&self) -> Heard {
        self.turn();
        if self.desk.is_broken() {
            return Heard { stop: Some(StopReason::Cancelled), ..Heard::NOTHING };
        }
        self.desk.lock().heard()
    }
}

/// Waits longer and longer.
pub(super) struct Pause(Duration);

impl Pause {
    pub fn new() -> Pause {
        Pause(PAUSES.0)
    }

    pub fn wait(&mut self) {
        thread::park_timeout(self.0);
        self.0 = (2 * self.0).min(PAUSES.1);
    }
}
