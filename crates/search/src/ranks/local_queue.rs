//! What the threads of one rank share during a round: the member, and a bell for those who wait.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread::{self, Thread};

use super::message::Finished;
use super::worker::{Member, Next};
use crate::control::StopReason;
use crate::executor::{Heard, TaskSource};

/// A member among threads.
pub(crate) struct Desk {
    member: Mutex<Member>,
    /// Tasks have come, or the end.
    changed: Condvar,
    /// Who talks to the dealer.
    talker: Thread,
    is_broken: Mutex<bool>,
}

impl Desk {
    /// The calling thread will do the talking.
    pub fn new(member: Member) -> Desk {
        Desk {
            member: Mutex::new(member),
            changed: Condvar::new(),
            talker: thread::current(),
            is_broken: Mutex::new(false),
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, Member> {
        self.member.lock().expect("nothing panics while it is held")
    }

    /// Changes the member and wakes whoever waits for that.
    pub fn update<T>(&self, change: impl FnOnce(&mut Member) -> T) -> T {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    /// Whether a thread has panicked: nobody should wait for it.
    pub fn is_broken(&self) -> bool {
        *self.is_broken.lock().expect("nothing panics while it is held")
    }

    /// Has `work` done whenever there are tasks, until the round is over. Each thread of the rank does this.
    pub fn serve(&self, work: &(dyn Fn(&dyn TaskSource) -> Option<StopReason> + Sync)) {
        let _alarm = Alarm(self);
        while self.wait_for_tasks() {
            let stop = work(self);
            self.lock().leave(stop);
            self.talker.unpark();
        }
    }

    /// False when the round is over.
    fn wait_for_tasks(&self) -> bool {
        let mut member = self.lock();
        loop {
            if member.end().is_some() || self.is_broken() {
                return false;
            }
            if member.enter() {
                return true;
            }
            member = self.changed.wait(member).expect("nothing panics while it is held");
        }
    }
}

/// Tells the others if a thread panics.
struct Alarm<'a>(&'a Desk);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            *self.0.is_broken.lock().expect("nothing panics while it is held") = true;
            self.0.changed.notify_all();
            self.0.talker.unpark();
        }
    }
}

impl TaskSource for Desk {
    fn next(&self) -> Option<usize> {
        let mut member = self.lock();
        loop {
            let next = member.next();
            if member.is_low() {
                self.talker.unpark();
            }
            match next {
                Next::Task(task) => return Some(task),
                Next::Nothing => return None,
                Next::Wait if self.is_broken() => return None,
                Next::Wait => {
                    member = self.changed.wait(member).expect("nothing panics while it is held");
                }
            }
        }
    }

    fn finished(&self, task: usize, has_answer: bool, line: &dyn Fn() -> String) {
        self.lock().finish(Finished { task, has_answer, line: line() });
        if has_answer {
            self.talker.unpark();
        }
    }

    fn heard(&self) -> Heard {
        self.lock().heard()
    }
}
