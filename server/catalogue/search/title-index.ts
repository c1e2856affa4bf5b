import type { ContentRating } from '#contract/profiles.ts';
import {
  findBegun,
  findEpisodes,
  findMatches,
  findNearest,
  findSlipped,
  type Match,
  type Names,
  type Steps,
} from './find.ts';
import { linesOf, type Lines } from './lines.ts';
import { NOTHING_BEGUN, type Begun } from './proposals.ts';
import { isLongEnough, otherLayoutOf, otherWordings, readingOf, withoutSeason } from './readings.ts';
import { titleOf, wordKey, wordsAbout, type Searchable, type Subject, type Title, type Word } from './titles.ts';

export interface Found {
  /** Best first. */
  readonly ids: readonly number[];
  /** What was found instead of the keyword; null when the titles match it as it is. */
  readonly understood: string | null;
  /** When nothing was found: titles with the nearest names. */
  readonly nearest: readonly number[];
  /** When nothing was found: titles without an episode, which viewers may request. */
  readonly requestable: readonly number[];
  readonly begun: Begun;
  /** Episodes by their names, best first. */
  readonly episodes: readonly number[];
}

/** A page beyond these is empty: nobody looks through so many titles. */
const MOST_FOUND = 1_000;
/** Some of them may not be out yet. */
const MOST_EPISODES = 30;
const MOST_REQUESTABLE = 20;

/** Whether a text has syllables alone: typed on the other layout, they seldom make a word with a slip. */
const isComplete = (text: string): boolean => /^[가-힣\s]+$/.test(text.normalize('NFC'));

/** What a process keeps of all titles' names. Finding is a scan of all of them. */
interface TitleIndex {
  /** @param removed ids that have no title any more. */
  replace(titles: readonly Searchable[], removed: readonly number[]): void;
  find(keyword: string, ratings: readonly ContentRating[]): Found;
  /** The same, with a pause between two scans. */
  findInSteps(keyword: string, ratings: readonly ContentRating[]): Steps<Found>;
  /** Titles about exactly this, in the catalogue's order. */
  about(subject: Subject, ratings: readonly ContentRating[]): number[];
  readonly size: number;
}

/** Titles whose texts are gathered between two pauses. */
const TITLES_A_STEP = 2_000;

function* linesOfTitles<Owner>(
  titles: readonly Title[],
  textsOf: (title: Title) => (readonly [text: string, owner: Owner])[],
): Steps<Lines<Owner>> {
  const all: (readonly [string, Owner])[] = [];
  for (const [index, title] of titles.entries()) {
    if (index > 0 && index % TITLES_A_STEP === 0) yield;
    all.push(...textsOf(title));
  }
  yield;
  return linesOf(all);
}

function* makeNames(titles: readonly Title[], words: readonly Word[]): Steps<Names> {
  return {
    folded: yield* linesOfTitles(titles, ({ names }) => names.map((name) => [name.folded.text, name])),
    canonical: yield* linesOfTitles(titles, ({ names }) => names.map((name) => [name.canonical.text, name])),
    episodes: yield* linesOfTitles(titles, ({ episodes }) => episodes.map((episode) => [episode.text, episode])),
    words: linesOf(words.map((word) => [word.text, word])),
  };
}

export function createTitleIndex(): TitleIndex {
  const titles = new Map<number, Title>();
  const words = new Map<string, Word>();
  /** The names of the titles as they are now. Searches that begin before they are made take turns at making them. */
  let current: { readonly steps: Steps<Names>; names?: Names } | undefined;

  function* namesNow(): Steps<Names> {
    const own = (current ??= { steps: makeNames([...titles.values()], [...words.values()]) });
    while (own.names === undefined) {
      const step = own.steps.next();
      if (step.done) return (own.names = step.value);
      yield;
    }
    return own.names;
  }
  const inOrder = (some: Iterable<Title>, ratings: readonly ContentRating[], most: number): number[] =>
    [...some]
      .filter(({ rating }) => ratings.includes(rating))
      .sort((one, other) => one.position - other.position)
      .slice(0, most)
      .map(({ id }) => id);

  const remove = (id: number) => {
    const title = titles.get(id);
    titles.delete(id);
    for (const word of title?.words ?? []) word.titles.delete(title!);
  };
  const add = (given: Searchable) => {
    const title = titleOf(given);
    titles.set(title.id, title);
    for (const [kind, name] of wordsAbout(given)) {
      const key = wordKey(kind, name);
      const word = words.get(key) ?? { kind, name, text: key.slice(kind.length + 1), titles: new Set() };
      words.set(key, word);
      word.titles.add(title);
      title.words.push(word);
    }
  };

  const answer = (found: readonly Match[], understood: string | null, extra: Partial<Found> = {}): Found => ({
    ids: found.slice(0, MOST_FOUND).map(({ title }) => title.id),
    understood,
    nearest: [],
    requestable: [],
    begun: NOTHING_BEGUN,
    episodes: [],
    ...extra,
  });

  function* findInSteps(keyword: string, ratings: readonly ContentRating[]): Steps<Found> {
    const all = yield* namesNow();
    const isAllowed = ({ rating }: Title) => ratings.includes(rating);
    const reading = readingOf(keyword);
    const { whole } = reading.folded;
    const exact = yield* findMatches(all, 'folded', reading.folded, isAllowed);
    const episodes = findEpisodes(all.episodes, whole, MOST_EPISODES, isAllowed);
    const alike =
      reading.canonical.whole.length > 1 || exact.length === 0
        ? yield* findMatches(all, 'canonical', reading.canonical, isAllowed)
        : [];
    yield;
    const begun = findBegun(all, exact, whole, isAllowed);
    if (exact.length > 0) {
      const known = new Set(exact.map(({ title }) => title));
      return answer([...exact, ...alike.filter(({ title }) => !known.has(title))], null, { begun, episodes });
    }
    // An exact reading stands before a forgiving one, also if it finds no title.
    if (alike.length === 0 && (episodes.length > 0 || begun.subjects.length > 0))
      return answer([], null, { begun, episodes });
    const layout = otherLayoutOf(keyword);
    const other = layout === undefined ? undefined : readingOf(layout);
    yield;
    const byLayout = other ? yield* findMatches(all, 'folded', other.folded, isAllowed) : [];
    if (byLayout.length > 0)
      return answer(byLayout, layout!, { begun: findBegun(all, byLayout, other!.folded.whole, isAllowed) });
    const readings = [reading, ...(other && isLongEnough(other) ? [other] : [])];
    // The season that was typed counts more than a slip.
    for (const wordings of [[...readings, ...readings.flatMap(otherWordings)], readings.flatMap(withoutSeason)]) {
      for (const one of wordings) {
        yield;
        const found = one === reading ? alike : yield* findMatches(all, 'canonical', one.canonical, isAllowed);
        if (found.length > 0) return answer(found, found[0]!.title.name, { episodes });
      }
      for (const one of wordings) {
        if (one === other && isComplete(keyword)) continue;
        // A slip may spoil a number or a season, which has another form then.
        for (const form of ['canonical', 'folded'] as const) {
          yield;
          const found = yield* findSlipped(all, form, one[form], isAllowed);
          if (found.length > 0) return answer(found, found[0]!.title.name);
        }
      }
    }
    yield;
    const requestable = [...titles.values()].filter(({ isListed }) => !isListed);
    return answer([], null, {
      nearest: yield* findNearest(all, reading, isAllowed),
      requestable: inOrder(requestable, ratings, MOST_REQUESTABLE),
    });
  }

  return {
    replace(changed, removed) {
      current = undefined;
      for (const id of removed) remove(id);
      changed.forEach(add);
    },

    find(keyword, ratings) {
      const steps = findInSteps(keyword, ratings);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    },

    findInSteps,

    about: ({ kind, name }, ratings) => inOrder(words.get(wordKey(kind, name))?.titles ?? [], ratings, MOST_FOUND),

    get size() {
      return titles.size;
    },
  };
}
