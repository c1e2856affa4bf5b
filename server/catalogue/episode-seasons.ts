/** A run of episodes whose names begin with the same words: 시즌 2 of "시즌 2 3화". */
export interface EpisodeSeason {
  readonly name: string;
  /** Index of its first episode in the order of publication. */
  readonly first: number;
  readonly count: number;
}

/** Shorter lists are seen at a glance. */
const LEAST_EPISODES = 20;
/** More runs than this are not seasons. */
const MOST_SEASONS = 40;

const COUNTERS = ['화', '회'];
const isDigit = (character: string) => character >= '0' && character <= '9';

/** The words before an episode's number; null for a name without one ("특별편"), which belongs to its neighbours. */
function seasonIn(name: string): string | null {
  const counter = Math.max(...COUNTERS.map((word) => name.lastIndexOf(word)));
  let at = counter - 1;
  while (name.charAt(at) === ' ') at -= 1;
  const end = at;
  while (isDigit(name.charAt(at)) || name.charAt(at) === '.' || name.charAt(at) === ',') at -= 1;
  if (counter < 0 || at === end) return null;
  const words = name.slice(0, at + 1).trim();
  return words === '제' ? '' : words;
}

/** What an unnamed first season is called beside a second one: 1기 beside 2기. */
function firstNameBeside(other: string | undefined): string {
  const digits = [...(other ?? '')].filter(isDigit).join('');
  return other !== undefined && digits === '2' ? other.replace('2', '1') : '처음';
}

/**
 * The seasons in a title's list; none where it has only one, or is short.
 *
 * @param episodes in the order of publication
 */
export function seasonsOf(episodes: readonly { readonly episode_num: string }[]): readonly EpisodeSeason[] {
  if (episodes.length <= LEAST_EPISODES) return [];
  const seasons: { name: string; first: number; count: number }[] = [];
  for (const [first, { episode_num: text }] of episodes.entries()) {
    const name = seasonIn(text);
    const last = seasons.at(-1);
    if (last && (name === null || name === last.name)) last.count += 1;
    else seasons.push({ name: name ?? '', first, count: 1 });
    if (seasons.length > MOST_SEASONS) return [];
  }
  if (seasons.length < 2) return [];
  const other = seasons.find(({ name }) => name !== '')?.name;
  return seasons.map((season) => (season.name === '' ? { ...season, name: firstNameBeside(other) } : season));
}
