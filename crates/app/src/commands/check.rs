//! `deepen check`: plays a sequence of moves and says what comes of it, or says whether there is one at all.

use puzzle::definition::{Generator, Transform};
use puzzle::parse::{sequence, square1};
use search::Move;
use solve::recipe::square1::moves::{cost, of_steps};
use solve::{Defined, Demand, Played, Question, Report, Request, Spelling};

use crate::args;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input;
use crate::plan::Plan;
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
    let moves = moves(&request.question, solution)?;
    let played = request.question.play(&moves);
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
            length: length(&request.question, &moves) as usize,
            impossible_at,
            optimal,
            seconds: timed.as_ref().map(|timed| wire::rounded(timed.seconds)),
            table_seconds: timed.as_ref().map(|timed| wire::rounded(timed.table_seconds)),
            slides: wire::slides(&request.question, &moves),
        };
        wire::write(&mut out, &judged)?;
    } else {
        writeln!(out, "{}", in_words(&request.question, &moves, played, optimal))?;
    }
    out.flush()?;
    Ok(if played == Played::Solved { Exit::Done } else { Exit::Invalid })
}

/// Reads moves of a defined puzzle, which may be written as any alg. A rotation of the whole puzzle is no move: those after it
/// turn what it has brought there.
fn defined_moves(defined: &Defined, text: &str) -> Result<Vec<Move>, Failure> {
    let read = sequence::moves(text, &defined.puzzle);
    let read = read.map_err(|error| Failure::definition(Some("the solution"), &error))?;
    let is_rotation =
        |mv: &Generator| defined.puzzle.moves().get(mv.family).is_some_and(|mv| mv.is_rotation());
    let mut held = Transform::identity(defined.puzzle.orbits());
    let mut moves = Vec::new();
    for (i, mv) in read.iter().enumerate() {
        let turned = held.then(&mv.transform).then(&held.inverse());
        let found = defined.moves.iter().position(|known| known.transform == turned);
        match found {
            Some(at) => moves.push(Move(at as u16)),
            None if is_rotation(mv) => held = held.then(&mv.transform),
            None => {
                let message = format!("{} is none of the moves that may be made", mv.name);
                return Err(Failure::new(Exit::Invalid, message).at(format!("move {}", i + 1)));
            }
        }
    }
    Ok(moves)
}

/// Reads moves by their names. Moves of one letter may stand without spaces.
fn moves(question: &Question, text: &str) -> Result<Vec<Move>, Failure> {
    if let Question::Defined(defined) = question {
        return defined_moves(defined, text);
    }
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

fn in_words(question: &Question, moves: &[Move], played: Played, optimal: Option<u32>) -> String {
    let length = length(question, moves);
    let n = count_of(length, "move");
    let told = match played {
        Played::Solved => format!("solved in {n}"),
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

/// How long a solution is: moves of defined puzzles may count more than once.
fn length(question: &Question, moves: &[Move]) -> u64 {
    match question {
        Question::Defined(defined) => {
            moves.iter().map(|mv| u64::from(defined.costs[usize::from(mv.0)])).sum()
        }
        Question::Square1(slashing) => moves.iter().map(|&mv| u64::from(cost(slashing.metric, mv))).sum(),
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
