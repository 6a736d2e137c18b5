//! What people see: output and exit codes of whole commands, compared with what is written in `tests/cmd`.
//!
//! `[..]` there stands for what differs from run to run, like times. After a wanted change
//! `TRYCMD=overwrite cargo test -p deepen-cli --test all cli` updates the files; read the diff before you commit it, and
//! put `[..]` back where lines have changed.

#[test]
fn commands() {
    let cases = trycmd::TestCases::new();
    // Wide terminals must not make wide snapshots.
    cases.env("COLUMNS", "100");
    // Nothing is kept for whoever runs the tests.
    cases.env("DEEPEN_TABLES", "none");
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}
