//! The mean of samples, and how far to trust it.

/// Numbers seen so far, as their count, mean and spread (Welford's method, which does not cancel).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// The sum of the squared distances to the mean.
    squares: f64,
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
impl Sample {
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let distance = value - self.mean;
        self.mean += distance / self.count as f64;
        self.squares += distance * (value - self.mean);
    }

    pub const fn count(&self) -> u64 {
        self.count
    }

    /// 0 without samples.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The estimated standard deviation; `None` with fewer than two samples.
    pub fn spread(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.squares / (self.count - 1) as f64).sqrt())
    }

    /// The standard error of the mean; `None` with fewer than two samples.
    pub fn error(&self) -> Option<f64> {
        Some(self.spread()? / (self.count as f64).sqrt())
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sample = Self::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_spread_and_error_are_those_of_the_textbook() {
        let sample: Sample = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert_eq!((sample.count(), sample.mean()), (8, 5.0));
        assert!((sample.spread().unwrap() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((sample.error().unwrap() - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn one_sample_has_a_mean_but_no_error() {
        let sample: Sample = [3.0].into_iter().collect();
        assert_eq!((sample.mean(), sample.spread(), sample.error()), (3.0, None, None));
    }
}
