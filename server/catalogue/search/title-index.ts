import type { ContentRating } from '#contract/profiles.ts';
import {
  findBegun,
  findEpisodes,
  findMatches,
  findNearest,
  findSlipped,
  MOST_FOUND,
  type LinesOfTitles,
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
}

/** How many titles a search reads between two pauses. When one of them changes, the lines of all of them are made anew. */
const TITLES_A_PART = 2_000;

interface Part {
  readonly titles: Map<number, Title>;
  /** Made by the first search after a change. */
  lines: LinesOfTitles | undefined;
}

function linesOfTitles(titles: readonly Title[]): LinesOfTitles {
  const names = titles.flatMap((title) => title.names);
  const withEpisodes = titles.filter(({ episodes }) => episodes.ids.length > 0);
  return {
    folded: linesOf(names.map((name) => [name.folded.text, name])),
    canonical: linesOf(names.map((name) => [name.canonical.text, name])),
    episodes: {
      ...linesOf(
        withEpisodes.flatMap((title) => title.episodes.text.split('\n').map((text) => [text, title] as const)),
      ),
      ids: withEpisodes.flatMap(({ episodes }) => episodes.ids),
    },
  };
}

export function createTitleIndex(): TitleIndex {
  const parts: Part[] = [];
  const words = new Map<string, Word>();
  let linesOfWords: Lines<Word> | undefined;

  /** The names of the titles as they are now. A search goes on with them when titles change between its steps. */
  function* namesNow(): Steps<Names> {
    const made: LinesOfTitles[] = [];
    for (const part of parts) {
      const isMade = part.lines !== undefined;
      made.push((part.lines ??= linesOfTitles([...part.titles.values()])));
      if (!isMade) yield;
    }
    return { parts: made, words: (linesOfWords ??= linesOf([...words.values()].map((word) => [word.text, word]))) };
  }
  const inOrder = (some: Iterable<Title>, ratings: readonly ContentRating[], most: number): number[] =>
    [...some]
      .filter(({ rating }) => ratings.includes(rating))
      .sort((one, other) => one.position - other.position)
      .slice(0, most)
      .map(({ id }) => id);

  const partOf = (id: number) => parts.find(({ titles }) => titles.has(id));
  const partWithRoom = () => {
    // Titles come and go: the place of a removed one is used again.
    const known = parts.find(({ titles }) => titles.size < TITLES_A_PART);
    if (known) return known;
    const added: Part = { titles: new Map(), lines: undefined };
    parts.push(added);
    return added;
  };

  const forget = (title: Title) => {
    for (const word of title.words) {
      word.titles.delete(title);
      if (word.titles.size > 0) continue;
      words.delete(wordKey(word.kind, word.name));
      linesOfWords = undefined;
    }
  };
  const remove = (id: number) => {
    const part = partOf(id);
    if (!part) return;
    forget(part.titles.get(id)!);
    part.titles.delete(id);
    part.lines = undefined;
  };
  const wordFor = (kind: Word['kind'], name: string): Word => {
    const key = wordKey(kind, name);
    const known = words.get(key);
    if (known) return known;
    const word: Word = { kind, name, text: key.slice(kind.length + 1), titles: new Set() };
    words.set(key, word);
    linesOfWords = undefined;
    return word;
  };
  const put = (given: Searchable) => {
    const title = titleOf(
      given,
      wordsAbout(given).map(([kind, name]) => wordFor(kind, name)),
    );
    for (const word of title.words) word.titles.add(title);
    const part = partOf(title.id) ?? partWithRoom();
    const before = part.titles.get(title.id);
    // After its new words were added: those that stay keep their lines.
    if (before) forget(before);
    part.titles.set(title.id, title);
    part.lines = undefined;
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
    const episodes = yield* findEpisodes(all, whole, MOST_EPISODES, isAllowed);
    const alike =
      reading.canonical.whole.length > 1 || exact.length === 0
        ? yield* findMatches(all, 'canonical', reading.canonical, isAllowed)
        : [];
    yield;
    const begun = findBegun(all, exact, whole, isAllowed);
    if (exact.length > 0) {
      const known = new Set(exact.map(({ title }) => title.id));
      return answer([...exact, ...alike.filter(({ title }) => !known.has(title.id))], null, { begun, episodes });
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
    const requestable = parts.flatMap(({ titles }) => [...titles.values()].filter(({ isListed }) => !isListed));
    return answer([], null, {
      nearest: yield* findNearest(all, reading, isAllowed),
      requestable: inOrder(requestable, ratings, MOST_REQUESTABLE),
    });
  }

  return {
    replace(changed, removed) {
      const kept = new Set(changed.map(({ id }) => id));
      for (const id of removed) if (!kept.has(id)) remove(id);
      changed.forEach(put);
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
  };
}
