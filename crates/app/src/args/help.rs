//! Examples and notes that follow the options in `--help`.

use crate::exit;

/// Below the list of commands.
pub fn main() -> String {
    format!(
        "Examples:
  deepen solve sliding \"8 2 0/4 6 1/3 7 5\"
  deepen batch sliding puzzles.txt --goal first --json
  deepen compare sliding \"8 6 7/2 5 4/3 0 1\"
  deepen count sliding --size 3x3

{}",
        exit::TABLE
    )
}

pub const SOLVE: &str = "\
A letter of a solution is the way a tile slides into the blank: U up, D down, L left, R right.
A board is written row by row, 0 . _ or x for the blank. A file may hold several:
after a line with their size, one board per line, or divided by comments (#).
Ctrl-C ends the search and prints what is known; a second one ends at once.

Examples:
  deepen solve sliding \"8 2 0/4 6 1/3 7 5\"
  deepen solve sliding puzzle.txt --goal snail --show boards
  deepen solve sliding \"8 6 7/2 5 4/3 0 1\" --all --max-solutions 100
  deepen solve sliding korf.txt --goal first --heuristic walking-distance --timeout 60
  deepen solve sliding - --algorithm astar --max-memory 4GiB --json < puzzle.txt";

pub const BATCH: &str = "\
Results come in the order of the input, each as soon as those before it are there. Puzzles are
solved side by side, one thread each; when none are left, idle threads help the last ones.
The limits hold for each puzzle; --max-memory is divided among those that run at once.
A faulty puzzle is reported in its place and does not stop the others. A length given in the
file that turns out wrong is reported, too, and leads to exit code 3.

Examples:
  deepen batch sliding puzzles.txt
  deepen batch sliding korf.txt --goal first --json > results.jsonl
  generator | deepen batch sliding - --timeout 10";

pub const COMPARE: &str = "\
Every search runs by itself with the limits given; --timeout is 10 seconds if not said otherwise.
Searches without an estimate get at most 5 million nodes on boards of more than 9 cells, unless
--max-nodes says otherwise. dfs turns back at --max-length, or at the shortest length the others found.

Examples:
  deepen compare sliding \"8 6 7/2 5 4/3 0 1\"
  deepen compare sliding puzzle.txt --algorithms ida,astar --heuristics manhattan,pattern
  deepen compare sliding puzzle.txt --timeout 60 --max-memory 8G --json";

pub const COUNT: &str = "\
Counts breadth first, so all positions must fit into --max-memory (a 3x3 board has 181,440, a 3x4
board 239,500,800). --max-length ends the count at that depth.

Examples:
  deepen count sliding --size 3x3
  deepen count sliding --size 2x5 --goal snail --json
  deepen count sliding --goal \"1 2 3/4 0 5\"";

pub const BENCH: &str = "\
The suite runs complete rounds to fixed lengths. Its last line, `Bench: N`, is the number of nodes;
it depends on neither threads nor machine, only on the program.
With --scaling one search runs with several numbers of threads, and its last round is timed.

Examples:
  deepen bench
  deepen bench --threads 1 --json
  deepen bench --scaling --threads-list 1,2,4,8 --plot speedup.svg";

pub const LIST: &str = "\
Examples:
  deepen list
  deepen list --json";

pub const COMPLETIONS: &str = "\
Examples:
  deepen completions bash > ~/.local/share/bash-completion/completions/deepen
  deepen completions zsh > ~/.zfunc/_deepen
  deepen completions fish > ~/.config/fish/completions/deepen.fish";
