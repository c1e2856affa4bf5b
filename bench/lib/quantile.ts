/** The quantile `part` (0 to 1) of the values; NaN without values. */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);
