/* Days in names: of a broadcast, which takes the place of an episode's number, or of a recording. */

const YEAR = '(?:19|20)\\d\\d';
const MONTH = '(?:0[1-9]|1[0-2])';
const DATE = '(?:0[1-9]|[12]\\d|3[01])';
const EITHER = `(?:${MONTH}[ .-]${DATE}|${DATE}[ .-]${MONTH})`;
const MONTH_NAME = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';

/** 2015-03-08, 08.03.2015, 5th Mar 2025 */
const DAY = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${YEAR}[ .-]${EITHER}|${EITHER}[ .-]${YEAR}|\d{1,2}(?:st|nd|rd|th) ${MONTH_NAME} ${YEAR})(?![\p{L}\p{N}])`,
  'iu',
);
/** 150308, which in front of what says how the video was made is a day. */
const SHORT_DAY = new RegExp(String.raw`(?<= )\d\d${MONTH}${DATE}(?= \u00a4)`, 'u');
/** `221208 Name`: the day of a recording. */
const DAY_FIRST = new RegExp(String.raw`^(?:(?:19|20)?\d\d${MONTH}${DATE})(?: ?- ?| )(?=\p{L})`, 'u');
/** `Name 2016 02 25`, `Name 20160225` */
const DAY_LAST = new RegExp(String.raw` ${YEAR}(?:[ .-]${MONTH}[ .-]${DATE}|${MONTH}${DATE})(?: \u00a4)* ?$`, 'u');

/** The day in a flattened name; undefined without one, or where nothing is in front of it. */
export function findDay(flat: string): { start: number; end: number } | undefined {
  const match = DAY.exec(flat) ?? SHORT_DAY.exec(flat);
  return match && /\p{L}/u.test(flat.slice(0, match.index))
    ? { start: match.index, end: match.index + match[0].length }
    : undefined;
}

/** The part in front of an episode's number without a day. */
export const withoutDays = (before: string): string => before.replace(DAY_FIRST, '').replace(DAY_LAST, '');
