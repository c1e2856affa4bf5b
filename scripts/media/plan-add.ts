import type { PlannedTitle } from '#server/intake/plan-titles.ts';

export { planTitles, type PlannedTitle } from '#server/intake/plan-titles.ts';

/** Why the title cannot be added; undefined if it can. */
export function problemOf({ id, name, episodes }: PlannedTitle): string | undefined {
  const nameless = episodes.filter(({ number }) => number === undefined);
  if (id === undefined && name === undefined)
    return `No name says the title of ${episodes[0]!.shown}: give --name "…" or --title ID.`;
  if (nameless.length > 0) return `No name says the number of ${nameless[0]!.shown}: add it alone with --episode N.`;
  const twice = episodes.find((one, index) => episodes.findIndex(({ number }) => number === one.number) < index);
  return (
    twice && `Two files are episode ${twice.number}, one of them ${twice.shown}: add them one by one with --episode N.`
  );
}
