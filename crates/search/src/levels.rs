//! The node loop, compiled once for any processor and once for those with the x86-64-v3 instructions (bit manipulation,
//! AVX2), chosen when it runs. Recipes are inlined into it, so each of them gets both versions without asking; the counts
//! are the same. The only unsafe code of this crate: the call that the check above it makes safe.
#![allow(unsafe_code)]

use crate::dive::{RoundPlan, work};
use crate::execute::Claims;
use crate::outcome::Outcome;
use crate::problem::Problem;

/// [`work`] at the level of this processor.
pub(crate) fn work_at_best<P: Problem>(plan: &RoundPlan<'_, P>, claims: &dyn Claims) -> Outcome {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
    {
        // SAFETY: all features that the function is compiled for were just found.
        return unsafe { work_v3(plan, claims) };
    }
    work(plan, claims)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn work_v3<P: Problem>(plan: &RoundPlan<'_, P>, claims: &dyn Claims) -> Outcome {
    work(plan, claims)
}
