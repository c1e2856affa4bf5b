import { seasonName } from '#server/intake/names.ts';
import { planLines } from './lines.ts';
import { problemOf, type PlannedTitle } from './plan-add.ts';

/** Asks one question; the answer is a line without spaces around it. */
export type Ask = (question: string) => Promise<string>;

/** The title of the catalogue that a planned one is. */
export type FindTitle = (
  title: Pick<PlannedTitle, 'name' | 'base' | 'season' | 'year'>,
) => Promise<{ id: number } | null>;

const toNumber = (text: string) => (/^\d{1,4}(\.\d)?$/.test(text) ? Number(text) : undefined);

const toSeason = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined);

/**
 * Shows what the names say and asks for corrections, until the operator agrees.
 *
 * @returns the corrected plan; undefined when the operator leaves.
 */
export async function correct(
  planned: PlannedTitle,
  options: {
    ask: Ask;
    tell(lines: readonly string[]): void;
    find: FindTitle;
  },
): Promise<PlannedTitle | undefined> {
  const { ask, tell, find } = options;
  const title = { ...planned, episodes: planned.episodes.map((episode) => ({ ...episode })) };
  for (;;) {
    tell(planLines(title, title.id === undefined && title.name !== undefined ? await find(title) : null));
    const problem = problemOf(title);
    if (problem !== undefined) tell([problem]);
    else if (title.episodes.some(({ isUnsure }) => isUnsure))
      tell(['The names leave a doubt about the lines with a question mark: check title and number.']);
    const answer = await ask(
      `${problem === undefined ? 'Enter adds them, ' : ''}t corrects the title, s its season, e the episodes, n leaves: `,
    );
    if (answer === 'n') return undefined;
    if (answer === '' && problem === undefined) return title;
    if (answer === 't') {
      const name = await ask('Name of the title, or the id of one that is there: ');
      const id = /^\d{3,}$/.test(name) ? Number(name) : undefined;
      if (id !== undefined) title.id = id;
      else if (name !== '') {
        const cut = name.slice(0, 60);
        Object.assign(title, { id: undefined, name: cut, base: cut, season: undefined, year: undefined });
      }
    } else if (answer === 's') {
      const season = toSeason(await ask(`Season of ${title.base ?? '?'}, 0 for specials [${title.season ?? 1}]: `));
      if (season !== undefined && title.base !== undefined)
        Object.assign(title, { id: undefined, name: seasonName(title.base, season), season });
    } else if (answer === 'e')
      for (const episode of title.episodes) {
        const number = toNumber(await ask(`Number of ${episode.shown} [${episode.number ?? '?'}]: `));
        episode.number = number ?? episode.number;
        episode.isUnsure = false;
      }
  }
}
