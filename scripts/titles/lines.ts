import type { Changed, Shown, ShownEpisode, ShownTitle } from '#server/catalogue/editing/title-operations.ts';
import { formatKoreanInstant } from '#server/lib/korean-time.ts';

const releaseLine = ({ state, at, notice }: Pick<ShownTitle, 'state' | 'at' | 'notice'>): string =>
  [
    state,
    ...(at === null ? [] : [formatKoreanInstant(new Date(at))]),
    ...(notice === null ? [] : [`"${notice}"`]),
  ].join(' ');

/** Tabs between the columns, so that scripts can cut them. */
const columns = (...cells: readonly (string | number)[]) => cells.join('\t');

export const titleLine = (title: ShownTitle): string =>
  columns(title.id, releaseLine(title), `${title.cnt_out}/${title.cnt_episode}`, title.name);

const episodeLine = (episode: ShownEpisode): string =>
  columns(`  ${episode.id}`, releaseLine(episode), episode.episode_num, episode.subject);

export const shownLines = ({ title, episodes }: Shown): string[] => [titleLine(title), ...episodes.map(episodeLine)];

/** Lines for an operator: whether the title or episode changed, then its new state. */
export const outcomeLines = ({ outcome, ...shown }: Shown & { outcome: Changed['outcome'] | 'added' }): string[] => [
  outcome === 'unchanged' ? 'Nothing to change.' : outcome === 'added' ? 'Added.' : 'Changed.',
  ...shownLines(shown),
];
