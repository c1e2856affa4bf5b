import type { ContentRating } from '#contract/profiles.ts';
import { episodeNamesOf, findEpisodes, type NamedEpisode } from './episode-names.ts';
import { findBegun, findMatches, findNearest, findSlipped } from './find.ts';
import { readAloud } from './numbers.ts';
import { NOTHING_BEGUN, type Begun } from './proposals.ts';
import { isLongEnough, otherLayoutOf, otherWordings, readingOf, withoutSeason } from './readings.ts';
import { entryOf, scanOf, type Match, type Scan, type Title } from './scan.ts';
import { createWordTable, type Subject } from './word-table.ts';

/** A title as the search reads it. */
export interface Searchable {
  id: number;
  position: number;
  content_rating: ContentRating;
  name: string;
  names: readonly { name: string }[];
  aliases: readonly string[];
  genres: readonly string[];
  tags: readonly string[];
  cast: readonly string[];
  director: string;
  production: string;
  audio_tracks: readonly string[];
  subtitle_tracks: readonly string[];
  is_listed: boolean;
  episodes: readonly NamedEpisode[];
}

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

/** What a process keeps of all titles' names. Finding is a scan: sets of characters rule out most names. */
interface TitleIndex {
  /** @param removed ids that have no title any more. */
  replace(titles: readonly Searchable[], removed: readonly number[]): void;
  find(keyword: string, ratings: readonly ContentRating[]): Found;
  /** The same, with a pause after each scan of all names: of many titles, one takes tens of milliseconds. */
  findInSteps(keyword: string, ratings: readonly ContentRating[]): Generator<undefined, Found>;
  /** Titles about exactly this, in the catalogue's order. */
  about(subject: Subject, ratings: readonly ContentRating[]): number[];
  readonly size: number;
}

export function createTitleIndex(): TitleIndex {
  const titles = new Map<number, Title>();
  const table = createWordTable();

  /** By the number of ratings, which are those up to an age limit. */
  const scans = new Map<number, Scan>();
  const scanFor = (ratings: readonly ContentRating[]): Scan => {
    const known = scans.get(ratings.length);
    if (known) return known;
    const scan = scanOf([...titles.values()].filter(({ rating }) => ratings.includes(rating)));
    scans.set(ratings.length, scan);
    return scan;
  };

  const add = (given: Searchable) => {
    const names = [given.name, ...given.names.map(({ name }) => name), ...given.aliases];
    const read = names.flatMap(readAloud).filter((name) => !names.includes(name));
    const entries = [
      ...[...new Set(names)].map((name) => entryOf(name)),
      ...read.map((name) => entryOf(name, true)),
    ].filter(({ folded }) => folded.text !== '');
    let [low, high, initials] = [0, 0, 0];
    for (const entry of entries) {
      low |= entry.folded.low | entry.canonical.low;
      high |= entry.folded.high | entry.canonical.high;
      initials |= entry.initials;
    }
    titles.set(given.id, {
      id: given.id,
      position: given.position,
      rating: given.content_rating,
      name: given.name,
      entries,
      words: table.add(given),
      episodes: episodeNamesOf(given.episodes),
      isListed: given.is_listed,
      low,
      high,
      initials,
    });
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

  function* findInSteps(keyword: string, ratings: readonly ContentRating[]): Generator<undefined, Found> {
    const allowed = scanFor(ratings);
    const reading = readingOf(keyword);
    const exact = findMatches(table, allowed, 'folded', reading.folded);
    yield;
    const named = allowed.titles.map((title) => title.episodes);
    const episodes = findEpisodes(named, reading.folded.whole, MOST_EPISODES);
    const alike =
      reading.canonical.whole.length > 1 || exact.length === 0
        ? findMatches(table, allowed, 'canonical', reading.canonical)
        : [];
    yield;
    const begun = findBegun(table, allowed, exact, reading.folded.whole);
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
    const byLayout = other ? findMatches(table, allowed, 'folded', other.folded) : [];
    if (byLayout.length > 0)
      return answer(byLayout, layout!, { begun: findBegun(table, allowed, byLayout, other!.folded.whole) });
    const readings = [reading, ...(other && isLongEnough(other) ? [other] : [])];
    // The season that was typed counts more than a slip.
    for (const all of [[...readings, ...readings.flatMap(otherWordings)], readings.flatMap(withoutSeason)]) {
      for (const one of all) {
        yield;
        const found = one === reading ? alike : findMatches(table, allowed, 'canonical', one.canonical);
        if (found.length > 0) return answer(found, found[0]!.title.name, { episodes });
      }
      for (const one of all) {
        if (one === other && isComplete(keyword)) continue;
        yield;
        const found = findSlipped(allowed, 'canonical', one.canonical);
        if (found.length > 0) return answer(found, found[0]!.title.name);
        yield;
        // A slip may spoil a number or a season, which has another form then.
        const asTyped = findSlipped(allowed, 'folded', one.folded);
        if (asTyped.length > 0) return answer(asTyped, asTyped[0]!.title.name);
      }
    }
    yield;
    const requestable = [...allowed.titles]
      .filter(({ isListed }) => !isListed)
      .sort((one, another) => one.position - another.position)
      .slice(0, MOST_REQUESTABLE)
      .map(({ id }) => id);
    return answer([], null, { nearest: findNearest(allowed, reading), requestable });
  }

  return {
    replace(changed, removed) {
      scans.clear();
      for (const id of removed) titles.delete(id);
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

    about(subject, ratings) {
      const wanted = table.findSubject(subject);
      if (wanted === undefined) return [];
      return scanFor(ratings)
        .titles.filter(({ words }) => words.some((word) => table.subjectOf(word) === wanted))
        .sort((one, other) => one.position - other.position)
        .slice(0, MOST_FOUND)
        .map(({ id }) => id);
    },

    get size() {
      return titles.size;
    },
  };
}
