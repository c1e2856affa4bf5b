/* Spoken numbers and durations: "삼십 초", "1분 30초", "한 시간 반". Speech recognition writes both digits and words. */

const DIGITS: Readonly<Record<string, number>> = {
  일: 1,
  이: 2,
  삼: 3,
  사: 4,
  오: 5,
  육: 6,
  칠: 7,
  팔: 8,
  구: 9,
};
const TENS: Readonly<Record<string, number>> = { 십: 10, 백: 100 };
/** Hours are counted with native numerals. */
const NATIVE: Readonly<Record<string, number>> = {
  한: 1,
  두: 2,
  세: 3,
  네: 4,
  다섯: 5,
  여섯: 6,
  일곱: 7,
  여덟: 8,
  아홉: 9,
  열: 10,
};

/** A number up to 999, or null. */
export function readNumber(text: string): number | null {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  const native = NATIVE[text];
  if (native !== undefined) return native;
  let sum = 0;
  let digit: number | null = null;
  for (const character of Array.from(text)) {
    const unit = TENS[character];
    const value = DIGITS[character];
    if (unit !== undefined) {
      sum += (digit ?? 1) * unit;
      digit = null;
    } else if (value !== undefined && digit === null) digit = value;
    else return null;
  }
  const total = sum + (digit ?? 0);
  return total > 0 ? total : null;
}

const NUMBER = '(\\d{1,5}|[일이삼사오육칠팔구십백]+|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)';
const DURATION = new RegExp(`^(?:${NUMBER} ?시간( ?반)?)? ?(?:${NUMBER} ?분( ?반)?)? ?(?:${NUMBER} ?초)?`);

/** The duration at the beginning of a text, in seconds, and the text after it; null without one. */
export function readDuration(text: string): { readonly seconds: number; readonly rest: string } | null {
  const found = DURATION.exec(text);
  if (!found || found[0].trim() === '') return null;
  const [all, hours, halfHour, minutes, halfMinute, seconds] = found;
  let sum = 0;
  for (const [amount, unit] of [
    [hours, 3600],
    [minutes, 60],
    [seconds, 1],
  ] as const) {
    if (amount === undefined) continue;
    const number = readNumber(amount);
    if (number === null) return null;
    sum += number * unit;
  }
  if (halfHour !== undefined) sum += 1800;
  if (halfMinute !== undefined) sum += 30;
  return { seconds: sum, rest: text.slice(all.length).trim() };
}
