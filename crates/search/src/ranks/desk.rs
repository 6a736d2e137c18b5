//! What the threads of one rank share during a round: the member, and a bell for those who wait.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread::{self, Thread};

use super::Work;
use super::member::{Member, Next};
use super::message::Finished;
use crate::execute::{Claims, Heard};

/// A member among threads.
pub(crate) struct Desk {
    member: Mutex<Member>,
    /// Tasks have come, or the end.
    changed: Condvar,
    /// Who talks to the dealer,
    talker: Thread,
    /// and whether it rests: only then it needs to be woken.
    is_resting: AtomicBool,
    is_broken: Mutex<bool>,
}

impl Desk {
    /// The calling thread will do the talking.
    pub fn new(member: Member) -> Desk {
        Desk {
            member: Mutex::new(member),
            changed: Condvar::new(),
            talker: thread::current(),
            is_resting: AtomicBool::new(false),
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

    /// The talker rests.
    pub fn rest(&self, pause: impl FnOnce()) {
        self.is_resting.store(true, Ordering::SeqCst);
        pause();
        self.is_resting.store(false, Ordering::SeqCst);
    }

    /// There is something to say. A talker that works will notice by itself.
    fn ring(&self) {
        if self.is_resting.load(Ordering::SeqCst) {
            self.talker.unpark();
        }
    }

    /// Has `work` done whenever there are tasks, until the round is over. Each thread of the rank but the talker does this.
    pub fn serve(&self, work: &Work<'_>) {
        let _alarm = Alarm(self);
        while self.wait_for_tasks() {
            let stop = work(self);
            self.lock().leave(stop);
            self.ring();
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
            self.0.ring();
        }
    }
}

impl Claims for Desk {
    fn next(&self) -> Option<usize> {
        let mut member = self.lock();
        loop {
            let next = member.next();
            if member.is_low() {
                self.ring();
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
            self.ring();
        }
    }

    fn heard(&self) -> Heard {
        self.lock().heard()
    }
}
