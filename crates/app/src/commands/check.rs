//! `deepen check`: plays a sequence of moves and says what comes of it, or says whether there is one at all.

use puzzle::definition::Generator;
use puzzle::parse::{sequence, square1};
use search::Move;
use solve::recipe::square1::moves::{cost, of_steps};
use solve::{Defined, Demand, Played, Question, Request, Spelling};

use crate::args;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input;
use crate::plan::{DefinedTarget, Plan, Target};
use crate::scene::Scene;
use crate::session::Allowance;
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
    let (question, moves) = match (&request.question, &plan.target) {
        (Question::Defined(defined), Target::Defined(target)) => {
            let (defined, moves) = defined_moves(defined, target, solution)?;
            (Question::Defined(defined), moves)
        }
        (question, _) => (question.clone(), moves(question, solution)?),
    };
    let played = question.play(&moves);
    let optimal = if args.optimal { optimal(&request, &plan, scene)? } else { None };
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
            length: length(&question, &moves) as usize,
            impossible_at,
            optimal,
            slides: wire::slides(&question, &moves),
        };
        wire::write(&mut out, &judged)?;
    } else {
        writeln!(out, "{}", in_words(&question, &moves, played, optimal))?;
    }
    out.flush()?;
    Ok(if played == Played::Solved { Exit::Done } else { Exit::Invalid })
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

/// Moves of a shortest solution, if one is found and proved.
fn optimal(request: &Request, plan: &Plan, scene: &Scene<'_>) -> Result<Option<u32>, Failure> {
    let executor = scene.pool(plan.threads);
    let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &*executor };
    let session = scene.session(&plan.store, Demand::One);
    let report = session.solve(request, &allowance, &scene.progress(None))?.report;
    Ok(report.length.filter(|&length| length == report.lower_bound))
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
