//! Snapshots: output and exit codes of whole commands, compared with the files in `tests/cmd`.
//!
//! `[..]` in them stands for text that differs from run to run, such as times. After an intended change
//! `TRYCMD=overwrite cargo test -p deepen-cli --test all cli` updates the files; read the diff before you commit it, and
//! put `[..]` back where lines have changed.

#[test]
fn commands() {
    let cases = trycmd::TestCases::new();
    // The width of the terminal must not change snapshots.
    cases.env("COLUMNS", "100");
    // Tests store no tables on the machine.
    cases.env("DEEPEN_TABLES", "none");
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}
