import { openingRows, type OpeningRow } from '#contract/playback.ts';

/** The last visits before the player's, each with its row that had the focus when the viewer left it. */
export type Way = readonly (readonly [path: string, row: string | undefined])[];

/** `genre-판타지` and `theme-7` are rows of one kind each. */
const rowNamed = (key = ''): OpeningRow | undefined => openingRows.find((row) => row === key.split('-')[0]);

/** The row of a screen with rows of titles: home, the page of a title, or the player after a last episode. */
const rowOf = ([path, row]: Way[number] = ['', undefined]): OpeningRow | undefined =>
  /^\/(home|(items|play)\/\d+)$/.test(path) ? rowNamed(row) : undefined;

/** The row in which the viewer chose the title whose page is shown. */
export const rowBefore = (way: Way): OpeningRow | undefined => rowOf(way[way.length - 1]);

/** The row in which the viewer chose a title that plays: from there, or from the title's page that was opened from there. */
export function createRowOf(way: Way): (itemId: number) => OpeningRow | undefined {
  const [before, below] = [way[way.length - 2], way[way.length - 1]];
  return (itemId) => rowOf(below) ?? (below?.[0] === `/items/${itemId}` ? rowOf(before) : undefined);
}
