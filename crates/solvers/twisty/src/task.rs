//! A task: the puzzle and options that all positions of one run share.

use std::sync::Arc;

use search::{Control, End, StopReason};
use solver::{
    AlgorithmInfo, CountResult, CountSpec, Entry, Error, Field, Heuristic, Input, Instance, SolverInfo, Task,
    TaskSpec,
};

use crate::count::{self, group_facts};
use crate::format::grouped;
use crate::info::{self, HASHED, INFO, PDB};
use crate::input;
use crate::instance::TwistyInstance;
use crate::query_template::QueryTemplate;
use crate::solver::TwistySolver;

/// The puzzle and options that all positions of one run share.
pub struct TwistyTask {
    solver: Arc<TwistySolver>,
    template: Arc<QueryTemplate>,
    fact: Option<Fact>,
}

/// A property of the moves that is computed without counting positions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fact {
    /// Order of the group that the moves generate.
    Order,
    /// Number of canonical sequences.
    Sequences,
}

impl TwistyTask {
    /// Returns the task of a template.
    pub(crate) fn new(solver: Arc<TwistySolver>, template: Arc<QueryTemplate>) -> TwistyTask {
        TwistyTask { solver, template, fact: None }
    }

    /// Reads a task from its options.
    pub(crate) fn read(solver: Arc<TwistySolver>, spec: &TaskSpec) -> Result<TwistyTask, Error> {
        let fact = match (spec.options.flag("order"), spec.options.flag("sequences")) {
            (true, true) => return Err(Error::usage("--order cannot be used with --sequences")),
            (true, false) => Some(Fact::Order),
            (false, true) => Some(Fact::Sequences),
            (false, false) => None,
        };
        Ok(TwistyTask { fact, ..TwistyTask::new(solver, Arc::new(QueryTemplate::new(spec)?)) })
    }

    /// Counts positions at every distance from the goal.
    fn count_positions(&self, control: &Control<'_>) -> Result<CountResult, Error> {
        let query = self.template.query(self.template.whole.start());
        let census = count::count(&query, control)?;
        let group = match census.end {
            // If time ends the count, the group is not computed either.
            End::Stopped(StopReason::Time | StopReason::Cancelled) => None,
            End::Stopped(_) | End::Solved | End::Exhausted => {
                let goes_on = || control.stopped().is_none();
                query.group(&count::budget(&goes_on, control)).ok()
            }
        };
        let group_order = group.map(|group| group.order().to_string());
        let mut what = vec![group_facts::moves_of(&query)];
        what.extend(self.template.notes());
        what.extend(group_order.as_ref().map(|order| format!("a group of {}", grouped(order))));
        let (metric, what) = (query.metric_name(), what.join(", "));
        Ok(CountResult::Positions { census, size: None, metric, group_order, what })
    }
}

impl Task for TwistyTask {
    fn solver(&self) -> &'static SolverInfo {
        &INFO
    }

    fn puzzle_name(&self) -> &str {
        &self.template.name
    }

    fn goal_name(&self) -> String {
        self.template.goal_name.clone()
    }

    fn notes(&self) -> Vec<String> {
        self.template.notes()
    }

    fn fields(&self) -> Vec<Field> {
        let QueryTemplate { moves, weights, first, last, .. } = &*self.template;
        let fields = [("turns", moves), ("weights", weights), ("first", first), ("last", last)];
        fields.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?.into()))).collect()
    }

    fn key(&self) -> String {
        self.template.key()
    }

    fn algorithms(&self) -> &'static [AlgorithmInfo] {
        info::algorithms(self.template.prefers_phases())
    }

    fn compared(&self) -> (Vec<Heuristic>, Vec<Heuristic>) {
        (vec![HASHED, PDB], vec![HASHED])
    }

    fn read(&self, input: &Input<'_>) -> Vec<Entry> {
        let entry = |position: input::PositionEntry| {
            let input::PositionEntry { line, column, name, read } = position;
            let puzzle = read.map(|position| {
                let query = self.template.query(&position);
                let (solver, template) = (self.solver.clone(), self.template.clone());
                Arc::new(TwistyInstance::new(solver, template, position, query)) as Arc<dyn Instance>
            });
            Entry { column, name, ..Entry::new(line, puzzle) }
        };
        input::positions(&self.template.whole, input).into_iter().map(entry).collect()
    }

    fn count(&self, asked: &CountSpec, control: &Control<'_>) -> Result<CountResult, Error> {
        let query = || self.template.query(self.template.whole.start());
        match self.fact {
            None => self.count_positions(control),
            Some(Fact::Order) => group_facts::order(&query(), control),
            Some(Fact::Sequences) => group_facts::sequences(&query(), asked.max_length, control),
        }
    }
}
