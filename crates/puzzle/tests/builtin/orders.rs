//! Orders of the groups, and numbers of distinguishable positions.

use deepen_puzzle::definition::DefinedGroup;
use deepen_puzzle::group::Order;

use super::definition;

fn group(name: &str) -> DefinedGroup {
    let definition = definition(name);
    DefinedGroup::of(&definition, &definition.generators()).expect("few points")
}

/// A product like `8! 3^7 / 2`.
fn product(text: &str) -> Order {
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let factors = |text: &str| {
        let words =
            text.split_whitespace().flat_map(|word| match (word.strip_suffix('!'), word.split_once('^')) {
                (Some(n), _) => (1..=number(n)).collect(),
                (_, Some((base, exponent))) => vec![number(base); number(exponent) as usize],
                _ => vec![number(word)],
            });
        Order::product(words.collect::<Vec<u64>>())
    };
    let (dividend, divisor) = text.split_once('/').unwrap_or((text, ""));
    factors(dividend).divided_by(&factors(divisor)).expect("nothing is left")
}

/// The number of states of every orbit by itself; turns are odd or even on each of them, which excludes some
/// combinations.
#[test]
fn orders_of_groups() {
    let check = |name: &str, expected: &str| assert_eq!(group(name).order(), product(expected), "{name}");
    check("2x2x2", "7! 3^6");
    check("3x3x3", "8! 3^7 12! 2^11 / 2");
    check("4x4x4", "8! 3^7 24! 24! / 2");
    check("5x5x5", "8! 3^7 12! 2^11 24! 24! 24! / 2^3");
    check("6x6x6", "8! 3^7 24! 24! 24! 24! 24! 24! / 2^4");
    check("7x7x7", "8! 3^7 12! 2^11 24! 24! 24! 24! 24! 24! 24! 24! / 2^7");
    check("pyraminx", "6! 2^5 3^4 3^4 / 2");
    check("tetraminx", "6! 2^5 3^4 / 2");
    check("dino", "12! / 2");
    check("helicopter", "8! 3^7 6! 6! 6! 6! / 2");
    check("megaminx", "20! 3^19 30! 2^29 / 2^2");
    check("kilominx", "20! 3^19 / 2");
    check("fto", "6! 2^5 12! 12! 12! / 2^4");
    check("clock", "12^14");
    check("loopover-3x3", "9! / 2");
    check("loopover-4x4", "16!");
    check("lights-out-3x3", "2^9");
    check("lights-out-5x5", "2^23");
}

/// Digits as published, for puzzles in one orientation; the number before them is that of orientations of the whole
/// puzzle that turns can reach.
#[test]
fn published_numbers_of_positions() {
    let check = |name: &str, n_ways: u64, expected: &str| {
        let n_positions = group(name).max_positions();
        let in_one_way = n_positions.divided_by(&Order::product([n_ways])).expect("nothing is left");
        assert_eq!(in_one_way.to_string(), expected.replace(',', ""), "{name}");
        assert_eq!(group(name).n_positions(), Some(n_positions), "{name}");
        assert_eq!(group(name).n_orientations(&definition(name)), Some(n_ways), "{name}");
    };
    check("2x2x2", 1, "3,674,160");
    check("3x3x3", 1, "43,252,003,274,489,856,000");
    check("4x4x4", 24, "7,401,196,841,564,901,869,874,093,974,498,574,336,000,000,000");
    check(
        "5x5x5",
        1,
        "282,870,942,277,741,856,536,180,333,107,150,328,293,127,731,985,672,134,721,536,000,000,000,000,000",
    );
    check(
        "6x6x6",
        24,
        "157,152,858,401,024,063,281,013,959,519,483,771,508,510,790,313,968,742,344,694,684,829,502,629,887,168,\
         573,442,107,637,760,000,000,000,000,000,000,000,000",
    );
    check(
        "7x7x7",
        1,
        "19,500,551,183,731,307,835,329,126,754,019,748,794,904,992,692,043,434,567,152,132,912,323,232,706,135,\
         469,180,065,278,712,755,853,360,682,328,551,719,137,311,299,993,600,000,000,000,000,000,000,000,000,000,\
         000,000",
    );
    check("pyraminx", 1, "75,582,720");
    check("tetraminx", 1, "933,120");
    check("skewb", 1, "3,149,280");
    check("dino", 12, "19,958,400");
    check("helicopter", 24, "493,694,233,804,800,000");
    check(
        "megaminx",
        1,
        "100,669,616,553,523,347,122,516,032,313,645,505,168,688,116,411,019,768,627,200,000,000,000",
    );
    check("kilominx", 60, "23,563,902,142,421,896,679,424,000");
    check("fto", 12, "31,408,133,379,194,880,000,000");
    check("clock", 1, "1,283,918,464,548,864");
    check("lights-out-5x5", 1, "8,388,608");
}
