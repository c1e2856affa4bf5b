import type { AlikeTitles } from '#server/catalogue/lists/likeness.ts';
import { blend, knownOf, usualBest } from '#server/catalogue/learning/blend.ts';
import { learn } from '#server/catalogue/learning/learn.ts';
import { addAccount, createWatchedTogether } from '#server/catalogue/learning/watched-together.ts';
import { isInteresting } from '#server/catalogue/learning/history.ts';
import { COMPARED_TITLES } from '#server/home/sizes.ts';
import { recommend, type Watched } from '#server/home/taste.ts';
import { groupBy } from '#server/lib/group-by.ts';
import type { Rating, RatingData } from './rating-data.ts';

/** Proposals of each profile. */
const SHOWN = 20;
/** Scores from which a film was liked. */
const LIKED_FROM = 4;

/** A profile whose last liked title is held out. */
interface Viewer {
  /** The latest first. */
  history: readonly Rating[];
  heldOut: number;
}

export interface Quality {
  /** Share of the viewers whose held out title is among the proposals. */
  hitRate: number;
  /** The same, where a higher place counts more (normalized discounted cumulative gain). */
  ndcg: number;
  /** Different titles that were proposed to anybody. */
  titles: number;
}

/** Leaves the last liked title of each profile out. Profiles without a liked title only teach. */
export function leaveLastOut(ratings: readonly Rating[]): { viewers: Viewer[]; taught: Map<string, Rating[]> } {
  const byProfile = groupBy(ratings, ({ profile }) => profile);
  const taught = new Map<string, Rating[]>();
  const viewers: Viewer[] = [];
  for (const [profile, own] of byProfile) {
    const latest = [...own].sort((one, other) => other.at - one.at || other.title - one.title);
    const last = latest.find(({ score }) => score >= LIKED_FROM);
    const history = latest.filter((one) => one !== last);
    taught.set(profile, history);
    if (last) viewers.push({ history, heldOut: last.title });
  }
  return { viewers, taught };
}

/** Learns likeness from these ratings as the server's nightly job does from its histories. */
export function learnLikeness(
  taught: ReadonlyMap<string, readonly Rating[]>,
  byProperties: ReadonlyMap<number, AlikeTitles>,
): Map<number, AlikeTitles> {
  const ids = [...new Set([...taught.values()].flat().map(({ title }) => title))].sort((one, other) => one - other);
  const numberOf = new Map(ids.map((id, index) => [id, index]));
  const together = createWatchedTogether(ids.length);
  for (const history of taught.values())
    addAccount(together, [history.filter(isInteresting).map(({ title }) => numberOf.get(title)!)]);
  const known = new Map(ids.map((id, index) => [id, knownOf(together.profiles[index]!)]));
  const learnt = new Map(
    [...learn(together)].map(([from, { ids: to, scores }]) => [
      ids[from]!,
      { ids: to.map((number) => ids[number]!), scores },
    ]),
  );
  const scale = { known, best: usualBest(byProperties.values()) };
  const all = new Set([...ids, ...byProperties.keys()]);
  return new Map(
    [...all].map((id) => [id, blend(id, { learnt: learnt.get(id), byProperties: byProperties.get(id) }, scale)]),
  );
}

export type Propose = (history: readonly Rating[]) => Promise<readonly number[]>;

/** Proposals as home makes them. */
export const proposeBy =
  (likeness: ReadonlyMap<number, AlikeTitles>): Propose =>
  async (history) => {
    const compared = history.slice(0, COMPARED_TITLES);
    const watched: Watched[] = compared.map(({ title, score }) => ({ itemId: title, score, finishedPart: 1 }));
    const leftOut = new Set(history.slice(COMPARED_TITLES).map(({ title }) => title));
    const findAllowed = (ids: readonly number[]) => Promise.resolve(new Set(ids.filter((id) => !leftOut.has(id))));
    return (await recommend(watched, likeness, findAllowed, SHOWN))?.itemIds ?? [];
  };

export function proposeMostWatched(taught: ReadonlyMap<string, readonly Rating[]>): Propose {
  const counts = new Map<number, number>();
  for (const history of taught.values())
    for (const { title } of history) counts.set(title, (counts.get(title) ?? 0) + 1);
  const titles = [...counts.keys()].sort((one, other) => counts.get(other)! - counts.get(one)! || one - other);
  return (history) => {
    const seen = new Set(history.map(({ title }) => title));
    return Promise.resolve(titles.filter((title) => !seen.has(title)).slice(0, SHOWN));
  };
}

/** @param shorten what is known of a viewer; all by default. */
export async function evaluate(
  viewers: readonly Viewer[],
  propose: Propose,
  shorten = (history: readonly Rating[]) => history,
): Promise<Quality> {
  const proposed = new Set<number>();
  let [hits, gain] = [0, 0];
  for (const { history, heldOut } of viewers) {
    const ids = await propose(shorten(history));
    for (const id of ids) proposed.add(id);
    const place = ids.indexOf(heldOut);
    if (place < 0) continue;
    hits += 1;
    gain += 1 / Math.log2(place + 2);
  }
  return { hitRate: hits / viewers.length, ndcg: gain / viewers.length, titles: proposed.size };
}

export const describe = ({ ratings }: RatingData): string =>
  `${ratings.length} ratings, ${new Set(ratings.map(({ profile }) => profile)).size} profiles, ${new Set(ratings.map(({ title }) => title)).size} titles`;
