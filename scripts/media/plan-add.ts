import type { PlannedEpisode, PlannedTitle } from '#server/intake/plan-titles.ts';

export { datedName, planTitles, type PlannedTitle } from '#server/intake/plan-titles.ts';

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

/** Whether nothing about the title needs an answer: no problem, and no name that leaves a doubt. */
export const isSure = (title: PlannedTitle): boolean =>
  problemOf(title) === undefined && title.episodes.every(({ isUnsure }) => !isUnsure);

export interface SettledPlan {
  /** Titles with the episodes that leave no doubt. */
  titles: PlannedTitle[];
  /** Why each of the other files is refused. */
  refused: string[];
}

/** Parts what may be added without a question from what may not: one odd file does not hold up its folder. */
export function settle(planned: readonly PlannedTitle[]): SettledPlan {
  const refused: string[] = [];
  const titles = planned.flatMap((title) => {
    const reasonOf = ({ shown, number, isUnsure }: PlannedEpisode): string | undefined => {
      if (title.id === undefined && title.name === undefined)
        return `No name says the title of ${shown}: give --name "…" or --title ID.`;
      if (number === undefined) return `No name says the number of ${shown}: add it alone with --episode N.`;
      if (title.episodes.filter((one) => one.number === number).length > 1)
        return `Two files are episode ${number}, one of them ${shown}: add them one by one with --episode N.`;
      return isUnsure
        ? `${shown} may be episode ${number} of "${title.name ?? title.id}", but its name leaves a doubt: add it without --yes, or alone with --name, --season and --episode.`
        : undefined;
    };
    const episodes = title.episodes.filter((episode) => {
      const reason = reasonOf(episode);
      if (reason !== undefined) refused.push(reason);
      return reason === undefined;
    });
    return episodes.length > 0 ? [{ ...title, episodes }] : [];
  });
  return { titles, refused };
}
