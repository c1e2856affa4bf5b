const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const roundHalfUp = (value: number) => Math.floor(value + 0.5);

/**
 * The Korean label for the time left of a rental or a membership (contract.md, section 9).
 * @param seconds time left; fractions are dropped, negative values count as 0.
 * @throws RangeError when `seconds` is not a number.
 */
export function remainingLabel(seconds: number): string {
  if (Number.isNaN(seconds)) throw new RangeError('not a duration in seconds: NaN');
  const left = Math.max(0, Math.floor(seconds));
  if (left > 99 * DAY) return '99+일 남음';
  if (left >= 72 * HOUR) return `${roundHalfUp(left / DAY)}일 남음`;
  if (left >= 3 * HOUR) return `${roundHalfUp(left / HOUR)}시간 남음`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)}시간 ${Math.floor((left % HOUR) / MINUTE)}분 남음`;
  if (left >= MINUTE) return `${Math.floor(left / MINUTE)}분 남음`;
  return `${left}초 남음`;
}
