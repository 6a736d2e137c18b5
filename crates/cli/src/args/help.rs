//! Examples and notes that follow the options in `--help`.

use crate::exit;

/// Below the list of commands.
pub fn main() -> String {
    format!(
        "Examples:
  deepen solve 3x3x3 \"R U2 F' L D B2\"
  deepen solve sliding \"8 2 0/4 6 1/3 7 5\"
  deepen solve puzzle.tws \"R U2 F'\"
  deepen batch 3x3x3 scrambles.txt --json
  deepen compare sliding \"8 6 7/2 5 4/3 0 1\"
  deepen count 2x2x2
  deepen scramble 3x3x3 --count 5
  deepen solve shuffdle LATCH \"VVXKD NGTSV PXLSF YIDSU _____\"

{}",
        exit::TABLE
    )
}

pub const SOLVE: &str = "\
Sliding tiles: a letter of a solution is the way a tile slides into the blank: U up, D down, L
left, R right. A board is written row by row, 0 . _ or x for the blank. A file may hold several:
after a line with their size, one board per line, or divided by comments (#). More than 25 cells are
solved tile by tile, or with --timeout by beams up to 100 cells: soon, but longer than need be; shortest
solutions are for up to 25 cells. Moves of more than 10,000 cells are printed as they come. With --metric
multi-tile L3 slides three tiles of a row together as one move.
Cubes: the moves that scramble it (R U2 F' M x Rw), its facelets in the order U R F D L B or its
net, in any six letters. A text is one puzzle, whose moves may go over several lines with //
comments; a file holds one cube, or one on each line. Lists of other programs are read as well:
[[8,2,0],[4,6,1],[3,7,5]], [\"R\",\"U\"] or R, U, F. A 2x2x2 is solved in as few
turns of U, R and F as can be; a 3x3x3 by the first solution that two-phase finds, of at most
--max-length moves, or by the shortest it finds within --timeout or --probes, each printed as it
comes. --optimal goes on until nothing shorter can exist. A 4x4x4 is reduced to a 3x3x3, in turns of
one outer layer or two; other wishes are searched by its definition. --up-to-symmetry leaves one of each set of
solutions that rotations and mirrors of the cube send to each other, as it is or undone.
Goals: --goal solved is what every puzzle has. A position given by moves is --goal \"moves: R U F\";
moves alone are refused, because many read like names. Names may be in any case.
Steps of the 3x3x3: --goal eo, dr, htr, cross, f2l, 2x2x2 … (deepen list) or facelets with . for any
colour ask for the shortest ways into a set of cubes. A solution ends when it first gets there; with
several axes or sides // says on which. A last quarter turn may go either way: both are listed, and
counted. --within N adds those up to N moves longer. --niss allows moves on the inverse of the
scramble, in brackets: A (B) stands for B inverted before the scramble and A after it. --after goes
on from moves made already, with --niss in the same notation: --after \"R U (F' L)\" --niss. Brackets
that are repeated, (R U)2, are groups, and so are all without --niss.
Shuffdle: a word of five letters, then 25 cells row by row, _ for a hole. b3> slides the letter in
column b, row 3 to the right. Moves that do not touch each other are written in one order, and --all
counts them once. Path clearing searches at once; tables (p1) are made beside it when it takes long.
Defined puzzles: PUZZLE is a name of deepen list or a file (tws or KPuzzle JSON). INPUT is moves of
the puzzle, one position on each line, a scramble file of twsearch, CPOS and digits, or patterns in
JSON. What no moves can reach is told before anything is searched. Length counts moves, with
--metric quantum R2 twice, with --weights what each is given. --goal may be given several times, or
be a file with several: any of them will do. --mask, --omit and --ignore-… leave things out of
account. --first and --last are part of every solution, and counted; what is between them is as
short as can be.
--timeout is the time to wait for one puzzle, its tables included: when it is over, the best known
solution is printed, or that none is known yet (exit code 5). Improvements are printed as they come;
--json prints one object for each puzzle, with --stream one for each improvement before it.
Ctrl-C ends the search and prints what is known; a second one ends at once.

Examples:
  deepen solve 3x3x3 \"R U2 F' L D B2\"
  deepen solve 3x3x3 cube.txt --show net --timeout 10
  deepen solve 3x3x3 \"R' U' F R U2 L D\" --goal eo --niss --within 1
  deepen solve 3x3x3 \"R' U' F R U2 L D\" --after \"U (R F)\" --niss --goal dr
  deepen solve 2x2x2 \"R U F2 R' U2\" --all --metric quarter-turn
  deepen solve sliding \"8 2 0/4 6 1/3 7 5\"
  deepen solve sliding puzzle.txt --goal snail --show boards
  deepen solve sliding \"8 6 7/2 5 4/3 0 1\" --all --max-solutions 100
  deepen solve sliding korf.txt --goal first --heuristic walking-distance --timeout 60
  deepen solve shuffdle LATCH \"VVXKD NGTSV PXLSF YIDSU _____\" --hard
  deepen solve pyraminx.tws \"U R L'\" --all
  deepen solve cube.tws \"R U F\" --moves U,R,F2 --first \"R' U' F\" --last \"R' U' F\"
  deepen solve cube.tws scrambles.txt --omit CORNERS --ignore-orientation EDGES
  deepen solve sliding - --algorithm astar --max-memory 4GiB --json < puzzle.txt";

pub const BATCH: &str = "\
Results come in the order of the input, each as soon as those before it are there. Puzzles are
solved side by side, one thread each; when none are left, idle threads help the last ones.
The limits hold for each puzzle; --max-memory is divided among those that run at once. The time of
--timeout begins with a puzzle's turn and counts the tables it waits for; these go on being made.
With - lines are answered while the input is open, so that another program can ask and wait (see
docs/driving.md). The first 3x3x3 is solved as solve does it; those after it wait for larger tables.
A faulty puzzle is reported in its place and does not stop the others. A length given in the
file that turns out wrong is reported, too, and leads to exit code 3.
With --all or --within the solutions of a puzzle follow on lines of their own, two spaces in; in
JSON they are a list.
Cubes come one per line, as moves or facelets, in files of any length; a line that begins with #
is a comment. Positions of a defined puzzle share its tables, which grow with the hardest of them.

Examples:
  deepen batch 3x3x3 scrambles.txt
  generator | deepen batch 2x2x2 - --json
  deepen batch 3x3x3 scrambles.txt --all --up-to-symmetry
  deepen batch sliding puzzles.txt
  deepen batch sliding korf.txt --goal first --json > results.jsonl
  generator | deepen batch sliding - --timeout 10
  deepen batch puzzle.tws scrambles.txt --json";

pub const RESUME: &str = "\
What was asked for is in the journal; what is in it is not done again. The answer and the counts are
those of a run that nobody has disturbed, on any number of threads or ranks. A line that was being
written when the machine stopped is cut off; a journal that is damaged, or does not belong to the
puzzle and the tables, is refused. So is one of another format, with exit code 3: finish it with the
build of deepen that began it, or begin again.

Examples:
  deepen solve 3x3x3 \"R U2 F' L D B2\" --optimal --journal cube.journal
  deepen resume cube.journal
  mpirun -n 4 deepen resume cube.journal";

pub const COMPARE: &str = "\
Every search runs by itself with the limits given; --timeout is 10 seconds if not said otherwise,
tables included. On one thread all figures but the seconds are the same in every run, unless time
ends a search.
Searches without an estimate get at most 5 million nodes on boards of more than 9 cells, unless
--max-nodes says otherwise. dfs turns back at --max-length, or at the shortest length the others found.

Examples:
  deepen compare sliding \"8 6 7/2 5 4/3 0 1\"
  deepen compare sliding puzzle.txt --algorithms ida,astar --heuristics manhattan,pattern
  deepen compare sliding puzzle.txt --csv figures.csv
  deepen compare sliding puzzle.txt --timeout 60 --max-memory 8G --json";

pub const COUNT: &str = "\
Counts breadth first, so all positions must fit into --max-memory (a 3x3 board has 181,440, a 3x4
board 239,500,800). --max-length ends the count at that depth; a 3x3x3 needs it. Positions of the
2x2x2 that differ in how the cube is held count once, but not if --moves leaves out a turn of U, R
or F. Of a puzzle
that is defined by name or by a file (tws or KPuzzle JSON, see deepen convert) every move that is no
rotation counts once in any amount. If all its pieces look different, two bits a position are
enough, and the deepest positions are told by the moves that make them. --order prints_improvements how large
the group of the moves is, --sequences how many sequences a search would look at.

Examples:
  deepen count 2x2x2 --metric quarter-turn
  deepen count 3x3x3 --max-length 6
  deepen count skewb --plot skewb.svg
  deepen count pyraminx.tws
  deepen count megaminx --order
  deepen count 3x3x3 --sequences --max-length 18
  deepen count sliding --size 3x3
  deepen count sliding --size 2x5 --goal snail --json
  deepen count sliding --goal \"1 2 3/4 0 5\"";

pub const HINT: &str = "\
The first move of a shortest solution, and how many moves that has. If none is proved within --timeout
(5 seconds if nothing is said), the move is one of a longer solution, and the answer says so. A 4x4x4
is never proved. --after goes on from moves made already, as in solve.

Examples:
  deepen hint shuffdle LATCH \"VVXKD NGTSV PXLSF YIDSU _____\"
  deepen hint sliding \"8 2 0/4 6 1/3 7 5\"";

pub const CHECK: &str = "\
Plays the moves and says whether they are possible and reach the goal. If not, the exit code is 3.
Without --solution it says whether the puzzle can be solved, and if not why; the exit code is 3 or 4 then.
Moves are written as solve writes them; letters of sliding tiles may stand without spaces. With --niss
brackets hold moves on the inverse of a 3x3x3, as solve --niss writes them; without, they are groups.

Examples:
  deepen check shuffdle LATCH \"LAUCH ABCDE ABCDE AB_DE ____H\" --solution \"c1v\"
  deepen check sliding \"1 2 3/4 5 6/7 0 8\" --solution L --optimal
  deepen check 3x3x3 \"R U\" --solution \"U' R'\"
  deepen check 3x3x3 \"R U F\" --goal eo --niss --solution \"(R)\"
  deepen check 3x3x3 scan.txt
  deepen check puzzle.tws \"R U\" --solution \"(R U)'\" --optimal";

pub const SERVE: &str = "\
A page for browsers on this machine, and an interface of JSON beside it at /api/. Requests take the
options of the commands by name; answers are what the commands print with --json.
Without --listen nobody else can reach it, and other web pages cannot use it either.

Examples:
  deepen serve
  deepen serve --open --port 0
  deepen serve --listen 0.0.0.0 --host solver.example --jobs 4 --max-time 60";

pub const BENCH: &str = "\
The suite runs complete rounds to fixed lengths. Its last line, `Bench: N`, is the number of nodes;
it depends on neither threads nor machine, only on the program.
With --scaling one search runs with several numbers of threads, and its last round is timed.

Examples:
  deepen bench
  deepen bench --threads 1 --json
  deepen bench --scaling --threads-list 1,2,4,8 --plot speedup.svg";

pub const SCRAMBLE: &str = "\
All positions are equally likely, but for those that are nearly solved: fewer than 2 moves from it,
or 4 for the 2x2x2, are drawn again. The moves are a solution backwards: of a 3x3x3 the first that
two-phase finds, of a 2x2x2 a shortest one in U, R and F, of a 4x4x4 what the reduction finds.
Events of the WCA have their ids (222 333 444 555 666 777 pyram skewb clock minx sq1, 333oh 333bf
333fm 333mbf 444bf 555bf) and rules: random moves for 555, 666, 777 and minx, random states for the
others, at least 6 moves from solved for pyram, 7 for skewb; R' U' F around 333fm, a random
orientation behind 333bf, 333mbf, 444bf and 555bf. A puzzle without an event is written as moves if
it has few positions. Positions of 555, 666, 777 and minx (--format cpos …) are random states.
Shuffdle: a word from a list of common words, all ways to lay its tiles and 15 others out above an empty
bottom row equally likely, and the length of a shortest solution, which is never more than 50.
A puzzle that a file defines: any position that its moves can reach, all equally likely.
Sliding tiles: any board that can reach the goal, or with --unsolvable any that cannot, all equally likely.

Examples:
  deepen scramble 3x3x3
  deepen scramble 333bf --count 5
  deepen scramble minx
  deepen scramble sliding --size 4x4 --seed 7 --count 10
  deepen scramble 2x2x2 --count 100 --seed 7 --json
  deepen scramble puzzle.tws --count 10 --format cpos
  deepen scramble shuffdle --date 2026-11-15
  deepen scramble shuffdle --word LATCH --difficulty 18-30 --count 5";

pub const CONVERT: &str = "\
IN is a name of deepen list (./NAME is a file), or a file, whose format is seen from its text. What
a format has no words for (rules about illegal positions in KPuzzle JSON; orientations of which some
count, and names of several words in tws) is refused with exit code 3. OUT is replaced as a whole,
or stays as it was.
Positions are scrambles or compact positions of twsearch, patterns of cubing.js in JSON, or a sequence
of moves on each line; cpos and pattern leave out their names. Several patterns are an array.

Examples:
  deepen convert puzzle.tws puzzle.json --to kpuzzle
  deepen convert puzzle.json --to tws
  deepen convert megaminx megaminx.tws --to tws
  generator | deepen convert - puzzle.tws --to tws
  deepen convert scrambles.txt --to cpos --definition puzzle.tws";

pub const ALG: &str = "\
PUZZLE is a name of deepen list or a file with a definition. Sequences are made from the solved position.

Examples:
  deepen alg invert puzzle.tws \"R U2 [F, D]\"
  deepen alg order puzzle.tws \"R U\" \"R U'\"
  deepen alg simplify puzzle.tws \"R L R' U U\"
  deepen alg show puzzle.tws \"[R, U]\" --as pattern
  generator | deepen alg unique puzzle.tws
  deepen alg few puzzle.tws --length 8 --pieces 3";

pub const ALG_SHORTEN: &str = "\
The sequence is simplified; then every --window of its moves that follow each other is replaced by a
shortest sequence that does the same, until that changes nothing. The limits hold for each window.

Examples:
  deepen alg shorten puzzle.tws \"(R2 U2)4 F\" --window 8";

pub const ALG_FEW: &str = "\
Looks at all sequences up to --length in which no moves cancel or only change places, and prints how
many pieces are out of place or turned, and the sequence. Those that do nothing are left out.

Examples:
  deepen alg few puzzle.tws --length 8 --pieces 3
  deepen alg few puzzle.tws --length 12 --pieces 4 --moves R,U --json";

pub const TABLES: &str = "\
Tables that take seconds or longer to make are kept in a folder and used again, by several processes at
once: that of --tables, else $DEEPEN_TABLES, else deepen in the cache folder of the user. With none
as its name nothing is kept. That of --tables may be new, but must be in one that exists. What is
damaged is told and made again; a table that cannot be kept is used all the same. verify ends with
exit code 6 if something is damaged. Tables of other versions of deepen and what killed processes left
are listed as not used; remove --unused removes them, and leaves all other files alone.

Examples:
  deepen tables
  deepen tables build 3x3x3-standard
  deepen tables verify --json
  deepen tables remove --all
  deepen tables remove --unused";

pub const LIST: &str = "\
Examples:
  deepen list
  deepen list --json";

pub const COMPLETIONS: &str = "\
Examples:
  deepen completions bash > ~/.local/share/bash-completion/completions/deepen
  deepen completions zsh > ~/.zfunc/_deepen
  deepen completions fish > ~/.config/fish/completions/deepen.fish";
