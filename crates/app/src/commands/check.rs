//! `deepen check`: plays a sequence of moves and says what comes of it, or says whether there is one at all.

use puzzle::Turn;
use puzzle::definition::Generator;
use puzzle::parse::cube::{Niss, turns3};
use puzzle::parse::{sequence, square1};
use search::Move;
use solve::recipe::square1::moves::{cost, of_steps};
use solve::{Defined, Demand, Metric, Played, Question, Report, Request, Spelling, Steps, Twist};

use crate::args;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input;
use crate::plan::{DefinedTarget, Plan, Target};
use crate::scene::Scene;
use crate::session::{Allowance, Timed};
use crate::text::count_of;
use crate::wire;

pub fn run(args: &args::Check, scene: &Scene<'_>) -> anyhow::Result<Exit> {
    let plan = Plan::of_check(args)?;
    let sources = input::sources(&plan.target.kind(), &args.inputs)?;
    let items = input::items(&plan.target.kind(), &sources);
    let [item] = &items[..] else {
        let message = format!("found {} puzzles, expected one to play moves on", items.len());
        return Err(Failure::new(Exit::Invalid, message).into());
    };
    let request = plan.request(item)?;
    let Some(solution) = &args.solution else {
        scene.session(&plan.store, Demand::One).check(&request, &plan.limits, plan.timeout)?;
        let is_solved = request.question.play(&[]) == Played::Solved;
        let mut out = scene.out();
        match scene.voice.json {
            true => {
                let subject = wire::Subject::new(item, &plan);
                wire::write(&mut out, &wire::Sound { subject, valid: true, solved: is_solved })?;
            }
            false if is_solved => writeln!(out, "solved")?,
            false => writeln!(out, "can be solved")?,
        }
        return Ok(Exit::Done);
    };
    let (question, moves, n_inverse) = read(request.question.clone(), &plan.target, solution, args.niss)?;
    let played = match &question {
        // Any of its sides will do, and the turns are made.
        Question::Steps(_) => question.play(&[]),
        question => question.play(&moves),
    };
    let timed = if args.optimal { Some(search(&request, &plan, scene)?) } else { None };
    let optimal = timed.as_ref().and_then(|timed| proved_length(&timed.report));
    let mut out = scene.out();
    if scene.voice.json {
        let (verdict, impossible_at) = match played {
            Played::Solved => ("solved", None),
            Played::Unsolved => ("unsolved", None),
            Played::Impossible { at } => ("impossible", Some(at + 1)),
        };
        let judged = wire::Judged {
            subject: wire::Subject::new(item, &plan),
            verdict,
            length: (length(&question, &moves) + n_inverse) as usize,
            impossible_at,
            optimal,
            seconds: timed.as_ref().map(|timed| wire::rounded(timed.seconds)),
            table_seconds: timed.as_ref().map(|timed| wire::rounded(timed.table_seconds)),
            slides: wire::slides(&question, &moves),
        };
        wire::write(&mut out, &judged)?;
    } else {
        writeln!(out, "{}", in_words(&question, &moves, n_inverse, played, optimal))?;
        let has_brackets = || turns3(solution, true).is_ok_and(|turns| !turns.inverse.is_empty());
        let is_cube = matches!(question, Question::Cube3(_) | Question::Steps(_));
        if is_cube && played != Played::Solved && !args.niss && has_brackets() {
            writeln!(out, "brackets were read as groups; with --niss they are moves on the inverse")?;
        }
    }
    out.flush()?;
    Ok(if played == Played::Solved { Exit::Done } else { Exit::Invalid })
}

/// Reads moves, and makes those on the inverse of a cube, of a step all of them: the question that is left, the moves on the
/// scramble, and how long those on the inverse are.
fn read(
    question: Question,
    target: &Target,
    text: &str,
    niss: bool,
) -> Result<(Question, Vec<Move>, u64), Failure> {
    let (start, allowed) = match (&question, target) {
        (Question::Cube3(twist), _) => (twist.start, twist.turns),
        (Question::Steps(steps), _) => (steps.start, steps.turns),
        (question, _) if niss => {
            let name = question.family().name();
            return Err(Failure::usage(format!("--niss is for 3x3x3, not for {name}")));
        }
        (Question::Defined(defined), Target::Defined(target)) => {
            let (defined, moves) = defined_moves(defined, target, text)?;
            return Ok((Question::Defined(defined), moves, 0));
        }
        _ => {
            let moves = moves(&question, text)?;
            return Ok((question, moves, 0));
        }
    };
    let turns = turns3(text, niss).map_err(|error| Failure::cube(Some("the solution"), &error, None))?;
    if let Some(turn) = turns.normal.iter().chain(&turns.inverse).find(|&&turn| !allowed.contains(turn)) {
        let message = format!("{turn} is none of the moves that may be made");
        return Err(Failure::new(Exit::Invalid, message).at("the solution"));
    }
    let numbers = |turns: &[Turn]| turns.iter().map(|turn| Move(turn.index() as u16)).collect::<Vec<_>>();
    let (moves, inverse) = (numbers(&turns.normal), numbers(&turns.inverse));
    let n_inverse = length(&question, &inverse);
    let question = match question {
        Question::Steps(steps) => Question::Steps(Steps { start: turns.applied(&start), ..steps }),
        Question::Cube3(twist) => {
            let start = Niss { normal: Vec::new(), ..turns }.applied(&start);
            Question::Cube3(Twist { start, ..twist })
        }
        question => question,
    };
    Ok((question, moves, n_inverse))
}

/// Reads moves of a defined puzzle, which may be written as any alg. All moves that the puzzle has may be made unless the user
/// has said which, rotations among them, which count as no moves: the question with those is returned, too.
fn defined_moves(
    defined: &Defined,
    target: &DefinedTarget,
    text: &str,
) -> Result<(Defined, Vec<Move>), Failure> {
    let read = sequence::moves(text, &defined.puzzle);
    let read = read.map_err(|error| Failure::definition(Some("the solution"), &error))?;
    let (mut all, mut costs) = (defined.moves.to_vec(), defined.costs.to_vec());
    let mut moves = Vec::new();
    for (i, mv) in read.iter().enumerate() {
        let is_it = |known: &Generator| known.transform == mv.transform;
        let at = match all.iter().position(is_it) {
            Some(at) => at,
            None if target.moves.is_none() => {
                all.push(mv.clone());
                costs.push(if defined.held.rotations.contains(&mv.transform) { 0 } else { target.cost(mv) });
                all.len() - 1
            }
            None => {
                let message = format!("{} is none of the moves that may be made", mv.name);
                return Err(Failure::new(Exit::Invalid, message).at(format!("move {}", i + 1)));
            }
        };
        moves.push(Move(at as u16));
    }
    Ok((Defined { moves: all.into(), costs: costs.into(), ..defined.clone() }, moves))
}

/// Reads moves by their names. Moves of one letter may stand without spaces.
fn moves(question: &Question, text: &str) -> Result<Vec<Move>, Failure> {
    if let Question::Square1(_) = question {
        let steps = square1::steps(text).map_err(|error| Failure::square1(Some("the solution"), &error))?;
        return Ok(of_steps(steps.into_iter().map(|(step, _)| step)));
    }
    let all: Vec<(Move, String)> = question.all_moves().map(|mv| (mv, question.move_names(&[mv]))).collect();
    let has_letters = all.iter().all(|(_, name)| name.chars().count() == 1);
    let is_divider = |c: char| c == ',' || c.is_whitespace();
    let plain_word = |word: &str| word.replace(['’', '‘', '′', '`', '´'], "'");
    let words: Vec<String> = match has_letters {
        true => text.chars().filter(|c| !is_divider(*c)).map(String::from).collect(),
        false => text.split(is_divider).filter(|word| !word.is_empty()).map(plain_word).collect(),
    };
    let find = |(i, word): (usize, &String)| {
        let is_it = |(_, name): &&(Move, String)| name.eq_ignore_ascii_case(word);
        let exact = all.iter().find(|(_, name)| name == word);
        // Cubes tell U from u; nobody else does.
        let found = exact.or_else(|| all.iter().find(is_it).filter(|_| question.turns_nothing()));
        found.map(|(mv, _)| *mv).ok_or_else(|| {
            let examples: Vec<&str> = all.iter().take(4).map(|(_, name)| &name[..]).collect();
            let message = format!("{word:?} is no move, expected one like {}", examples.join(", "));
            Failure::new(Exit::Invalid, message).at(format!("move {}", i + 1))
        })
    };
    words.iter().enumerate().map(find).collect()
}

/// Searches for a shortest solution.
fn search(request: &Request, plan: &Plan, scene: &Scene<'_>) -> Result<Timed, Failure> {
    let executor = scene.pool(plan.threads);
    let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &*executor };
    let session = scene.session(&plan.store, Demand::One);
    session.solve(request, &allowance, &scene.progress(None))
}

/// Moves of a shortest solution, if one is found and proved.
fn proved_length(report: &Report) -> Option<u32> {
    report.length.filter(|&length| length == report.lower_bound)
}

fn in_words(
    question: &Question,
    moves: &[Move],
    n_inverse: u64,
    played: Played,
    optimal: Option<u32>,
) -> String {
    let length = length(question, moves) + n_inverse;
    let n = count_of(length, "move");
    let told = match played {
        Played::Solved => format!("solved in {n}"),
        Played::Unsolved if length == 1 => "not solved by this move".to_string(),
        Played::Unsolved => format!("not solved by these {n}"),
        Played::Impossible { at } => {
            format!(
                "move {}, {}, is not possible{}",
                at + 1,
                question.move_names(&moves[at..=at]),
                why(question, moves, at)
            )
        }
    };
    match optimal.map(u64::from) {
        Some(best) if played == Played::Solved && best == length => {
            format!("{told}, a shortest solution")
        }
        Some(best) => format!("{told}; a shortest solution has {}", count_of(best, "move")),
        None => told,
    }
}

/// How long a solution is: moves of defined puzzles may count more than once, and so do half turns in quarter turns.
fn length(question: &Question, moves: &[Move]) -> u64 {
    match question {
        Question::Defined(defined) => {
            moves.iter().map(|mv| u64::from(defined.costs[usize::from(mv.0)])).sum()
        }
        Question::Square1(slashing) => moves.iter().map(|&mv| u64::from(cost(slashing.metric, mv))).sum(),
        Question::Cube2(Twist { metric: Metric::QuarterTurn, .. })
        | Question::Cube3(Twist { metric: Metric::QuarterTurn, .. })
        | Question::Steps(Steps { metric: Metric::QuarterTurn, .. }) => {
            let quarters = |mv: &Move| if mv.0 % 3 == 1 { 2 } else { 1 };
            moves.iter().map(quarters).sum()
        }
        _ => moves.len() as u64,
    }
}

/// What stands in the way of a move of Shuffdle.
fn why(question: &Question, moves: &[Move], at: usize) -> &'static str {
    let Question::Shuffdle(Spelling { board, .. }) = question else { return "" };
    let mut board = *board;
    for &mv in &moves[..at] {
        board.slide(solve::recipe::shuffdle::shift(mv));
    }
    let shift = solve::recipe::shuffdle::shift(moves[at]);
    match (board.letter(shift.from), shift.to()) {
        (None, _) => ": there is no letter",
        (Some(_), None) => ": there the board ends",
        (Some(_), Some(_)) => ": there is no hole",
    }
}
