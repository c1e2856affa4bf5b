import { tidy } from './flatten.ts';
import { lettersOf } from './read-title.ts';

const LEADING_GROUPS = /^(?:\[[^\]]*\][\s._]*)+/u;
/** The catalogue has no older titles. */
const YEAR = /[([（]((?:19[5-9]|20\d)\d)[)\]）]/u;

/** The year in brackets directly behind a title. Behind a season or an episode, it is that of something else. */
export function yearOf(name: string, title: string | undefined): number | undefined {
  const match = YEAR.exec(name);
  if (!match || title === undefined) return undefined;
  const before = tidy(name.slice(0, match.index)).replace(LEADING_GROUPS, '');
  return lettersOf(before) === lettersOf(title) ? Number(match[1]) : undefined;
}
