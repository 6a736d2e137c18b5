//! Examples and notes that follow the options: examples after `-h`, examples and notes by topic after `--help`. Notes are
//! paragraphs without line breaks; clap wraps them to the terminal.

use crate::exit;

/// The text that follows the options of a command.
pub struct Page {
    /// Commands to type; `-h` shows the first ones.
    pub examples: &'static [&'static str],
    /// Titles and paragraphs, for `--help`.
    pub topics: &'static [(&'static str, &'static [&'static str])],
    /// The notes about input of every solver follow, for `--help`.
    pub has_input_notes: bool,
}

/// The number of examples after `-h`, which must fit one screen.
const N_SHORT: usize = 6;

/// A title as clap prints its own: bold and underlined. Escapes are removed where there is no color.
pub fn title(text: &str) -> String {
    format!("\x1b[1m\x1b[4m{text}:\x1b[0m")
}

/// A section with indented paragraphs, which clap wraps at the same indentation.
pub fn section<'a>(name: &str, paragraphs: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = title(name);
    for paragraph in paragraphs {
        text += "\n  ";
        text += paragraph;
    }
    text
}

impl Page {
    const fn new(examples: &'static [&'static str]) -> Page {
        Page { examples, topics: &[], has_input_notes: false }
    }

    /// Returns the text after the options of `-h`.
    pub fn short(&self) -> String {
        let examples = section("Examples", self.examples.iter().take(N_SHORT).copied());
        let has_more = self.examples.len() > N_SHORT || !self.topics.is_empty();
        match has_more {
            true => format!("{examples}\n\nUse --help for all options and notes."),
            false => examples,
        }
    }

    /// Returns the text after the options of `--help`.
    pub fn long(&self) -> String {
        let mut sections: Vec<String> =
            self.topics.iter().map(|(name, paragraphs)| section(name, paragraphs.iter().copied())).collect();
        if self.has_input_notes {
            let special = INPUT_NOTES.iter().map(|(name, notes)| section(name, [*notes]));
            sections.extend(special);
            sections.push(section("Defined puzzles", [DEFINED_NOTES]));
        }
        sections.push(section("Examples", self.examples.iter().copied()));
        sections.join("\n\n")
    }
}

/// Returns the page of a command with options of solvers.
pub fn page(command: &str) -> Option<Page> {
    let pages = [
        ("solve", SOLVE),
        ("batch", BATCH),
        ("compare", COMPARE),
        ("count", COUNT),
        ("hint", HINT),
        ("check", CHECK),
        ("scramble", SCRAMBLE),
    ];
    pages.into_iter().find(|(name, _)| *name == command).map(|(_, page)| page)
}

/// Notes about input and options of one solver, by the name of the solver.
pub const INPUT_NOTES: [(&str, &str); 6] = [
    (
        "sliding",
        "Write a board row by row, with 0, ., _ or x for the blank. A file may hold several boards: a line with their \
         size and then one board per line, or boards separated by # comments. A letter of a solution is the direction in \
         which a tile slides into the blank: U, D, L or R. With --metric multi-tile, L3 slides three tiles of a row as one \
         move. Shortest solutions are found for up to 25 cells. Larger boards are solved tile by tile, or with --timeout by \
         beam search up to 100 cells: fast, but not shortest. The moves of boards with more than 10,000 cells are printed \
         while they are found. --pattern implies --heuristic pattern.",
    ),
    (
        "2x2x2",
        "Write a cube as a scramble (R U2 F' x Rw), as facelets in the order U R F D L B, or as a net, in any six letters. \
         Solutions use turns of U, R and F.",
    ),
    (
        "3x3x3",
        "Write a cube as a scramble (R U2 F' M x Rw), as facelets in the order U R F D L B, or as a net, in any six letters. \
         Without --optimal, two-phase prints its first solution of at most --max-length moves, or the shortest it finds \
         within --timeout or --max-phase1. --optimal searches until no shorter solution can exist. The goals eo, dr, htr, \
         cross, f2l and the like, and facelets with . for any color, are sets of positions: a solution ends when it first \
         reaches the set, and // names the axis or side if there are several. If the last quarter turn may go either way, \
         both solutions are listed and counted. --niss allows moves on the inverse of the scramble, in brackets: A (B) \
         means B inverted before the scramble and A after it. --after continues from moves made already, with --niss in \
         the same notation: --after \"R U (F' L)\" --niss. Repeated brackets such as (R U)2 are groups, and so are all \
         brackets without --niss. --up-to-symmetry prints one solution of each class under rotation, reflection and \
         inversion.",
    ),
    (
        "4x4x4",
        "Write a cube as a scramble, as facelets in the order U R F D L B, or as a net. It is reduced to a 3x3x3 in turns of \
         one or two outer layers. Requests that the reduction does not support are solved like defined puzzles.",
    ),
    (
        "shuffdle",
        "Write a word of five letters, then 25 cells row by row, with _ for a hole. The move b3> slides the letter in column \
         b, row 3 to the right. Independent moves are written in one order, and --all counts them once. The search starts \
         with the heuristic path-clearing; tables (p1) are built in parallel if it takes long.",
    ),
    ("square-1", "Write a scramble such as (1,0) / (-3,0) /, or a position such as A1B2C3D45E6F7G8H-."),
];

/// Notes about the solver that reads definitions.
pub const DEFINED_NOTES: &str = "\
PUZZLE is a name from deepen list, or a file with a definition (tws or KPuzzle JSON). INPUT is moves, with one position on \
each line of a file, a twsearch scramble file, CPOS lines, or patterns in JSON. Positions that no moves can reach are \
reported before the search. --metric quantum counts R2 twice; --weights sets the cost of each move. --goal may be repeated, \
or name a file with several positions: any of them is accepted. --mask, --omit, --ignore-orientation and \
--ignore-permutation exclude pieces from the comparison with the goal. --first and --last are part of every solution and \
count as moves; the part between them is as short as possible.";

const GOALS: &[&str] = &[
    "Every puzzle has --goal solved; deepen list names the others. Give a position by its moves as --goal \"moves: R U F\": \
     moves alone are rejected, because many look like names. Case does not matter.",
];

/// `deepen`.
pub const MAIN: Page = Page {
    topics: &[
        (
            "Environment",
            &[
                "An option wins over its environment variable, and the variable over the built-in default.",
                "DEEPEN_TABLES      default of --tables",
                "DEEPEN_MAX_TABLES  default of --max-tables",
                "DEEPEN_THREADS     default of --threads (not of compare, which uses one thread)",
                "DEEPEN_MAX_MEMORY  default of --max-memory",
                "DEEPEN_COLOR       default of --color",
                "DEEPEN_TOKEN       default of serve --token",
                "NO_COLOR, CLICOLOR_FORCE  turn color off or on where --color and DEEPEN_COLOR do not decide",
            ],
        ),
        ("Exit codes", exit::TABLE),
    ],
    ..Page::new(&[
        "deepen solve 3x3x3 \"R U2 F' L D B2\"",
        "deepen solve sliding \"8 2 0/4 6 1/3 7 5\"",
        "deepen solve puzzle.tws \"R U2 F'\"",
        "deepen batch 3x3x3 scrambles.txt --json",
        "deepen scramble 3x3x3 --count 5",
        "deepen help solve 3x3x3",
        "deepen count 2x2x2",
        "deepen compare sliding \"8 6 7/2 5 4/3 0 1\"",
        "deepen solve shuffdle LATCH \"VVXKD NGTSV PXLSF YIDSU _____\"",
    ])
};

/// `deepen solve`.
pub const SOLVE: Page = Page {
    topics: &[
        (
            "Options of one puzzle",
            &[
                "Name a puzzle before --help to see its options, algorithms, heuristics, metrics and goals only: deepen solve \
               3x3x3 --help.",
            ],
        ),
        (
            "Input",
            &[
                "INPUT is one puzzle, a file with one puzzle or one per line, or - for standard input. Moves may span several \
               lines and contain // comments. Lists as other programs write them are accepted: \
               [[8,2,0],[4,6,1],[3,7,5]], [\"R\",\"U\"] or R, U, F.",
            ],
        ),
        ("Goals", GOALS),
        (
            "Time limit",
            &[
                "--timeout covers one puzzle including its tables. When it expires, the best known solution is printed, or \
               that none is known yet (exit code 5). Improvements are printed as they are found; --json prints one object \
               per puzzle, with --stream one more per improvement. Press Ctrl-C to stop the search and print what is known, \
               and once more to quit at once.",
            ],
        ),
    ],
    has_input_notes: true,
    examples: &[
        "deepen solve 3x3x3 \"R U2 F' L D B2\"",
        "deepen solve 3x3x3 cube.txt --optimal --show net",
        "deepen solve 2x2x2 \"R U F2 R' U2\" --all --metric quarter-turn",
        "deepen solve sliding \"8 2 0/4 6 1/3 7 5\"",
        "deepen solve shuffdle LATCH \"VVXKD NGTSV PXLSF YIDSU _____\"",
        "deepen solve puzzle.tws \"U R L'\" --all",
        "deepen solve 3x3x3 cube.txt --timeout 10",
        "deepen solve 3x3x3 \"R' U' F R U2 L D\" --goal eo --niss --within 1",
        "deepen solve 3x3x3 \"R' U' F R U2 L D\" --after \"U (R F)\" --niss --goal dr",
        "deepen solve sliding puzzle.txt --goal snail --show boards",
        "deepen solve sliding \"8 6 7/2 5 4/3 0 1\" --all --max-solutions 100",
        "deepen solve sliding korf.txt --goal first --heuristic walking-distance --timeout 60",
        "deepen solve sliding - --algorithm astar --max-memory 4GiB --json < puzzle.txt",
        "deepen solve shuffdle LATCH \"VVXKD NGTSV PXLSF YIDSU _____\" --hard",
        "deepen solve cube.tws \"R U F\" --moves U,R,F2 --first \"R' U' F\" --last \"R' U' F\"",
        "deepen solve cube.tws scrambles.txt --omit CORNERS --ignore-orientation EDGES",
    ],
};

/// `deepen batch`.
pub const BATCH: Page = Page {
    topics: &[
        (
            "Input and output",
            &[
                "Results are printed in the order of the input. An invalid puzzle is reported in its place and does not \
                 stop the others. If the input states a length that turns out wrong, this is reported and the exit code is \
                 3. With --all or --within, the solutions of a puzzle follow on lines indented by two spaces; in JSON they \
                 are a list.",
                "Cubes are read one per line, as moves or facelets, from files of any length; lines that start with # are \
                 comments. With -, lines are answered while the input is open, so that another program can write a puzzle \
                 and wait for its answer (see docs/guide/scripting.md).",
            ],
        ),
        (
            "Threads and limits",
            &[
                "Puzzles are solved in parallel, each on one thread; when none is left, idle threads help with the last \
                 ones. Limits apply to each puzzle, and --max-memory is divided among the puzzles that run at the same \
                 time. --timeout starts when a puzzle starts and includes waiting for tables; these continue to be built.",
                "The first 3x3x3 is solved as by solve; later ones wait for larger tables. Positions of a defined puzzle \
                 share its tables, which grow with the hardest position.",
            ],
        ),
        ("Goals", GOALS),
    ],
    ..Page::new(&[
        "deepen batch 3x3x3 scrambles.txt",
        "generator | deepen batch 2x2x2 - --json",
        "deepen batch 3x3x3 scrambles.txt --all --up-to-symmetry",
        "deepen batch sliding korf.txt --goal first --json > results.jsonl",
        "generator | deepen batch sliding - --timeout 10",
        "deepen batch puzzle.tws scrambles.txt --json",
    ])
};

/// `deepen resume`.
pub const RESUME: Page = Page {
    topics: &[(
        "Journals",
        &[
            "The journal contains the command and every finished task, which is not searched again. The answer and the node \
           counts are those of an uninterrupted run, on any number of threads or ranks. An incomplete last line is removed. \
           A journal that is damaged, or that does not match the puzzle and the tables, is rejected. A journal of another \
           format is rejected with exit code 3: finish it with the build of deepen that started it, or start again.",
        ],
    )],
    ..Page::new(&[
        "deepen solve 3x3x3 \"R U2 F' L D B2\" --optimal --journal cube.journal",
        "deepen resume cube.journal",
        "deepen resume cube.journal --threads 4",
        "mpirun -n 4 deepen resume cube.journal",
    ])
};

/// `deepen compare`.
pub const COMPARE: Page = Page {
    topics: &[(
        "Limits",
        &[
            "Every search runs by itself with the same limits; --timeout is 10 seconds by default, tables included. On one \
           thread, all figures except the seconds are the same in every run, unless time ends a search. Algorithms without \
           a heuristic get at most 5 million nodes on boards of more than 9 cells, unless --max-nodes is given. dfs searches \
           to --max-length, or to the shortest length that the others found.",
        ],
    )],
    ..Page::new(&[
        "deepen compare sliding \"8 6 7/2 5 4/3 0 1\"",
        "deepen compare sliding puzzle.txt --algorithms ida,astar --heuristics manhattan,pattern",
        "deepen compare sliding puzzle.txt --csv figures.csv",
        "deepen compare sliding puzzle.txt --timeout 60 --max-memory 8G --json",
    ])
};

/// `deepen count`.
pub const COUNT: Page = Page {
    topics: &[
        (
            "Memory",
            &[
                "Positions are counted breadth-first, so all of them must fit into --max-memory: a 3x3 board has 181,440 and a \
               3x4 board 239,500,800. If all pieces of a defined puzzle are different, two bits per position suffice, and \
               the deepest positions are printed as moves. --max-length stops at that depth; the 3x3x3 needs it.",
            ],
        ),
        (
            "What is counted",
            &[
                "Positions of the 2x2x2 that differ only by a rotation of the whole cube count once, except if --moves \
               excludes a turn of U, R or F. In a defined puzzle, every move that is no rotation counts once in any amount. \
               --order prints the order of the group of the moves, --sequences the number of canonical sequences that a \
               search would visit.",
            ],
        ),
    ],
    ..Page::new(&[
        "deepen count 2x2x2 --metric quarter-turn",
        "deepen count 3x3x3 --max-length 6",
        "deepen count 8-puzzle",
        "deepen count skewb --plot skewb.svg",
        "deepen count puzzle.tws",
        "deepen count megaminx --order",
        "deepen count 3x3x3 --sequences --max-length 18",
        "deepen count sliding --size 2x5 --goal snail --json",
        "deepen count sliding --goal \"1 2 3/4 0 5\"",
    ])
};

/// `deepen hint`.
pub const HINT: Page = Page {
    topics: &[(
        "Time limit",
        &[
            "The answer is the first move of a shortest solution and the length of that solution. If none is proved within \
           --timeout (5 seconds by default), the move is from a longer solution, and the answer says so. A 4x4x4 is never \
           proved.",
        ],
    )],
    ..Page::new(&[
        "deepen hint sliding \"8 2 0/4 6 1/3 7 5\"",
        "deepen hint 2x2x2 \"R U F2\"",
        "deepen hint 3x3x3 \"R U F\" --after \"F'\"",
        "deepen hint shuffdle LATCH \"VVXKD NGTSV PXLSF YIDSU _____\"",
    ])
};

/// `deepen check`.
pub const CHECK: Page = Page {
    topics: &[(
        "Result",
        &[
            "With --solution, the moves are played; if one is impossible or the goal is not reached, the exit code is 3. \
           Without it, an invalid puzzle leads to exit code 3 and an unsolvable one to 4, with the reason. Write moves as \
           solve prints them; letters of sliding tiles need no spaces. With --niss, brackets hold moves on the inverse of a \
           3x3x3, as solve --niss prints them; without, they are groups.",
        ],
    )],
    ..Page::new(&[
        "deepen check 3x3x3 scan.txt",
        "deepen check 3x3x3 \"R U\" --solution \"U' R'\"",
        "deepen check sliding \"1 2 3/4 5 6/7 0 8\" --solution L --optimal",
        "deepen check shuffdle LATCH \"____A ABCDE ABCDE ABCBE LAT_H\" --solution \"d4v\"",
        "deepen check 3x3x3 \"R U F\" --goal eo --niss --solution \"(R)\"",
        "deepen check puzzle.tws \"R U\" --solution \"(R U)'\" --optimal",
    ])
};

/// `deepen serve`.
pub const SERVE: Page = Page {
    topics: &[(
        "Access",
        &[
            "The server has a page for browsers and an HTTP API at /api/. Requests have the options of the commands as fields; \
           answers are what the commands print with --json. Without --listen, only this machine can reach it, and other web \
           pages cannot use it.",
            "With --listen, requests are accepted under the names that the server prints and refused with 403 under all others. \
           Give --host for each name or address that clients have in the URL, for example --listen 0.0.0.0 --host 192.168.1.5 \
           for http://192.168.1.5:7117/. NAME:PORT is for a port that is forwarded to this server.",
            "With --token, clients send the header Authorization: Bearer TOKEN; in a browser, open /?token=TOKEN once. The \
           variable DEEPEN_TOKEN keeps the token out of the list of processes. There is no encryption: beyond a network \
           that you trust, use an SSH tunnel.",
        ],
    )],
    ..Page::new(&[
        "deepen serve",
        "deepen serve --open --port 0",
        "deepen serve --listen 0.0.0.0 --host solver.example --token auto --jobs 4 --max-time 60",
        "curl --json '{\"puzzle\": \"3x3x3\", \"input\": \"R U F\"}' http://127.0.0.1:7117/api/solve",
    ])
};

/// `deepen bench`.
pub const BENCH: Page = Page {
    topics: &[(
        "Signature",
        &[
            "The searches run complete rounds to fixed lengths. The last line, `Bench: N`, is the total number of nodes; it \
           depends on the program only, not on threads or machine. --scaling times the last round of one search with \
           several numbers of threads.",
        ],
    )],
    ..Page::new(&[
        "deepen bench",
        "deepen bench --threads 1 --json",
        "deepen bench --scaling",
        "deepen bench --scaling --threads-list 1,2,4,8 --plot speedup.svg",
    ])
};

/// `deepen scramble`.
pub const SCRAMBLE: Page = Page {
    topics: &[
        (
            "Random states",
            &[
                "All positions are equally likely, except those that are nearly solved, which are drawn again: fewer than 2 \
               moves from solved, or 4 for the 2x2x2. The moves are an inverted solution: the first that two-phase finds for \
               a 3x3x3, a shortest one in U, R and F for a 2x2x2, the result of the reduction for a 4x4x4. A puzzle without \
               an event is written as moves if it has few positions. Positions of 555, 666, 777 and minx (--format cpos and \
               the like) are random states.",
            ],
        ),
        (
            "Events",
            &[
                "The ids of the WCA follow its rules: 222 333 444 555 666 777 pyram skewb clock minx sq1, 333oh 333bf 333fm \
               333mbf 444bf 555bf. 555, 666, 777 and minx get random moves, the others random states: at least 6 moves from \
               solved for pyram, 7 for skewb, with R' U' F around 333fm and a random orientation after 333bf, 333mbf, 444bf \
               and 555bf.",
            ],
        ),
        (
            "Boards",
            &[
                "Sliding tiles: any board that can reach the goal, or with --unsolvable any that cannot, all equally likely. \
               8-puzzle, 15-puzzle and 24-puzzle imply --size. Shuffdle: a word from a list of common words, and a random \
               layout of its tiles and 15 others above an empty bottom row, with the length of a shortest solution, which is \
               at most 50. Puzzles defined by a file: any position that the moves can reach, all equally likely.",
            ],
        ),
    ],
    ..Page::new(&[
        "deepen scramble 3x3x3",
        "deepen scramble 333bf --count 5",
        "deepen scramble 15-puzzle --count 10 --seed 7",
        "deepen scramble 2x2x2 --count 100 --seed 7 --json",
        "deepen scramble puzzle.tws --count 10 --format cpos",
        "deepen scramble shuffdle --date 2026-11-15",
        "deepen scramble sliding --size 3x5",
        "deepen scramble shuffdle --word LATCH --difficulty 18-30 --count 5",
    ])
};

/// `deepen convert`.
pub const CONVERT: Page = Page {
    topics: &[(
        "Formats",
        &[
            "IN is a name from deepen list (./NAME is a file) or a file, whose format is detected. Features that the output \
             format cannot express are rejected with exit code 3: rules about illegal positions in KPuzzle JSON; \
             partly significant orientations and names of several words in tws. OUT is replaced atomically.",
            "Positions are twsearch scrambles or compact positions, cubing.js patterns in JSON, or one sequence of moves per \
             line; cpos and pattern drop their names. Several patterns become an array.",
        ],
    )],
    ..Page::new(&[
        "deepen convert puzzle.tws puzzle.json --to kpuzzle",
        "deepen convert puzzle.json --to tws",
        "deepen convert megaminx megaminx.tws --to tws",
        "generator | deepen convert - puzzle.tws --to tws",
        "deepen convert scrambles.txt --to cpos --definition puzzle.tws",
    ])
};

/// `deepen alg`.
pub const ALG: Page = Page {
    topics: &[(
        "Puzzle",
        &[
            "PUZZLE is a name from deepen list or a file with a definition. Sequences start from the solved position.",
        ],
    )],
    ..Page::new(&[
        "deepen alg invert puzzle.tws \"R U2 [F, D]\"",
        "deepen alg order puzzle.tws \"R U\" \"R U'\"",
        "deepen alg simplify puzzle.tws \"R L R' U U\"",
        "deepen alg show puzzle.tws \"[R, U]\" --as pattern",
        "generator | deepen alg unique puzzle.tws",
        "deepen alg few puzzle.tws --length 8 --pieces 3",
    ])
};

/// `deepen alg shorten`.
pub const ALG_SHORTEN: Page = Page {
    topics: &[(
        "Method",
        &[
            "The sequence is simplified. Then every run of --window consecutive moves is replaced by a shortest sequence with \
           the same effect, until nothing changes. Limits apply to each window.",
        ],
    )],
    ..Page::new(&["deepen alg shorten puzzle.tws \"(R2 U2)4 F\" --window 8"])
};

/// `deepen alg few`.
pub const ALG_FEW: Page = Page {
    topics: &[(
        "Result",
        &[
            "All canonical sequences up to --length are searched: those in which moves neither cancel nor merely change \
           places. A line has the number of pieces that are out of place or turned, and the sequence. Sequences without \
           effect are omitted.",
        ],
    )],
    ..Page::new(&[
        "deepen alg few puzzle.tws --length 8 --pieces 3",
        "deepen alg few puzzle.tws --length 12 --pieces 4 --moves R,U --json",
    ])
};

/// `deepen tables`.
pub const TABLES: Page = Page {
    topics: &[(
        "Directory",
        &[
            "Tables that take seconds or longer to build are stored in a directory and shared by all processes: --tables, \
             else DEEPEN_TABLES, else deepen in the user's cache directory. The name none stores nothing. The directory of \
             --tables is created if its parent exists.",
            "A damaged table is reported and built again; a table that cannot be stored is still used. verify ends with exit \
             code 6 if a table is damaged or has wrong values. Tables of other versions of deepen and leftovers of killed processes are listed \
             as not used; remove --unused removes them and no other files.",
        ],
    )],
    ..Page::new(&[
        "deepen tables",
        "deepen tables build 3x3x3-coset-752m",
        "deepen tables verify --json",
        "deepen tables remove --all",
        "deepen tables remove --unused",
    ])
};

/// `deepen list`.
pub const LIST: Page = Page::new(&["deepen list", "deepen list --json"]);

/// `deepen completions`.
pub const COMPLETIONS: Page = Page::new(&[
    "deepen completions bash > ~/.local/share/bash-completion/completions/deepen",
    "deepen completions zsh > ~/.zfunc/_deepen",
    "deepen completions fish > ~/.config/fish/completions/deepen.fish",
]);

/// `deepen man`.
pub const MAN: Page = Page::new(&["deepen man | man -l -", "deepen man ~/.local/share/man/man1"]);

/// `deepen licenses`.
pub const LICENSES: Page = Page::new(&["deepen licenses | less"]);
