import type { ContentRating } from '#contract/profiles.ts';
import { canonicalOf } from './canonical.ts';
import { wordsOf } from './hangul.ts';
import { countMissing, initialsMaskOf, maskOf, typedInitialsMaskOf, type Mask } from './masks.ts';
import { lettersOfAll, nameOf, RANK, rankOf, typedOf, type Name, type Typed } from './ranks.ts';
import { looserReadings, otherLayoutOf, readingOf, type Reading, type Words } from './readings.ts';
import { countSlips, mostSlips } from './slips.ts';
import { createWordTable, type WordTable } from './word-table.ts';

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
}

export interface Found {
  /** Best first. */
  readonly ids: readonly number[];
  /** What was found instead of the keyword; null when the titles match it as it is. */
  readonly understood: string | null;
  /** When nothing was found: titles with the nearest names. */
  readonly nearest: readonly number[];
}

/** A page beyond these is empty: nobody looks through so many titles. */
const MOST_FOUND = 1_000;
const MOST_NEAREST = 3;
/** Titles with the most characters in common, among which the nearest are. */
const MOST_COMPARED = 100;

/** A form of a name, with the set of its characters. */
interface Form extends Name, Mask {}

/** One of a title's names. */
interface Entry {
  readonly folded: Form;
  readonly canonical: Form;
  readonly initials: number;
}

type FormName = 'folded' | 'canonical';

interface Title {
  readonly id: number;
  readonly position: number;
  readonly rating: ContentRating;
  readonly name: string;
  /** Its own name first. */
  readonly entries: readonly Entry[];
  /** Numbers of the words about it. */
  readonly words: readonly number[];
  /** The characters of all its names. */
  readonly low: number;
  readonly high: number;
  readonly initials: number;
}

function formOf(spaced: string): Form {
  const name = nameOf(spaced);
  return { ...name, ...maskOf(name.text) };
}

function entryOf(name: string): Entry {
  const [spaced, plain] = [wordsOf(name).join(' '), canonicalOf(name)];
  const folded = formOf(spaced);
  const canonical = plain === spaced ? folded : formOf(plain);
  return { folded, canonical, initials: initialsMaskOf(folded.text) | initialsMaskOf(canonical.text) };
}

/** Typed text with the sets that rule names out. */
interface Piece extends Typed {
  /** Without the last character, which may be half-typed, and without lone consonants. */
  readonly mask: Mask;
  readonly initials: number;
}

function pieceOf(text: string): Piece {
  const typed = typedOf(text);
  return {
    ...typed,
    mask: maskOf(text.slice(0, -1).replace(/[ㄱ-ㅎ]/g, '')),
    initials: typedInitialsMaskOf(text),
  };
}

const piecesOf = ({ whole, words }: Words) => ({ whole: pieceOf(whole), words: words.map(pieceOf) });

/** How well one of a title's names fits. */
interface Match {
  readonly title: Title;
  readonly rank: number;
  /** Of the name that fits. */
  readonly length: number;
  /** 0 for the title's own name, 1 for another one. */
  readonly other: number;
}

const byQuality = (one: Match, other: Match): number =>
  one.rank - other.rank ||
  one.other - other.other ||
  one.length - other.length ||
  one.title.position - other.title.position ||
  one.title.id - other.title.id;

/** Titles with the sets of the characters of all their names in rows: most titles are ruled out without being looked at. */
interface Scan {
  readonly titles: readonly Title[];
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly initials: Int32Array;
}

const scanOf = (titles: readonly Title[]): Scan => ({
  titles,
  low: Int32Array.from(titles, ({ low }) => low),
  high: Int32Array.from(titles, ({ high }) => high),
  initials: Int32Array.from(titles, ({ initials }) => initials),
});

const canHave = ({ low, high, initials }: Scan, at: number, { mask, initials: wanted }: Piece): boolean =>
  (mask.low & ~low[at]!) === 0 && (mask.high & ~high[at]!) === 0 && (wanted & ~initials[at]!) === 0;

const canHaveWithSlips = ({ low, high }: Scan, at: number, { mask, most }: Rough): boolean =>
  most > 0 && countMissing(mask, low[at]!, high[at]!) <= most + 1;

const NONE: Pick<Match, 'rank' | 'length' | 'other'> = { rank: Infinity, length: 0, other: 0 };

/** The best of a title's names for text typed as one piece. */
function bestName({ entries }: Title, form: FormName, piece: Piece): Pick<Match, 'rank' | 'length' | 'other'> {
  let best = NONE;
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index]!;
    if ((piece.initials & ~entry.initials) !== 0) continue;
    const name = entry[form];
    if ((piece.mask.low & ~name.low) !== 0 || (piece.mask.high & ~name.high) !== 0) continue;
    const rank = rankOf(name, piece);
    if (rank === Infinity) continue;
    const found = { rank, length: name.text.length, other: index === 0 ? 0 : 1 };
    if (rank < best.rank || (rank === best.rank && found.other === best.other && found.length < best.length))
      best = found;
  }
  return best;
}

/** Typed text that may have slips. */
interface Rough {
  readonly text: string;
  readonly letters: string;
  readonly mask: Mask;
  readonly most: number;
}

const roughOf = (text: string): Rough => ({
  ...{ text, letters: lettersOfAll(text), mask: maskOf(text), most: mostSlips(text) },
});

/** Characters that must be right where a slip of a letter changes two syllables. */
const LEAST_RIGHT = 2;

/** Slips in one of a title's names; `rank` counts them, and where the name begins. */
function bestSlip({ entries }: Title, form: FormName, { text: typed, letters, mask, most }: Rough) {
  let best = NONE;
  for (let index = 0; index < entries.length; index += 1) {
    const name = entries[index]![form];
    const missing = countMissing(mask, name.low, name.high);
    const isByLetter = missing <= most + 1 && typed.length - missing >= LEAST_RIGHT;
    if (missing > most && !isByLetter) continue;
    for (let word = -1; word < name.starts.length; word += 1) {
      const start = word < 0 ? 0 : name.starts[word]!;
      let { whole, start: begun } = countSlips(typed, name.text, start, most);
      if (isByLetter && Math.min(whole, begun) > 1) {
        const byLetter = countSlips(letters, lettersOfAll(name.text.slice(start)), 0, most);
        [whole, begun] = [Math.min(whole, byLetter.whole), Math.min(begun, byLetter.start)];
      }
      const cost = Math.min(whole, begun);
      if (cost > most) continue;
      const rank = cost * 4 + (start > 0 ? 2 : whole === cost ? 0 : 1);
      const found = { rank, length: Math.abs(name.text.length - typed.length), other: index === 0 ? 0 : 1 };
      if (rank < best.rank || (rank === best.rank && found.length < best.length)) best = found;
    }
  }
  return best;
}

const pairsOf = (letters: string): Set<string> =>
  new Set(Array.from({ length: Math.max(letters.length - 1, 0) }, (_, at) => letters.slice(at, at + 2)));

/** The share of pairs of letters that two texts have in common. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size);
}

/** Whether a text has syllables alone: typed on the other layout, they seldom make a word with a slip. */
const isComplete = (text: string): boolean => /^[가-힣\s]+$/.test(text.normalize('NFC'));

const isAbout = ({ words }: Title, hits: Uint8Array | undefined): boolean => {
  if (hits === undefined) return false;
  for (let at = 0; at < words.length; at += 1) if (hits[words[at]!] === 1) return true;
  return false;
};

/** What a process keeps of all titles' names. Finding is a scan: sets of characters rule out most names. */
export interface TitleIndex {
  /** @param removed ids that have no title any more. */
  replace(titles: readonly Searchable[], removed: readonly number[]): void;
  find(keyword: string, ratings: readonly ContentRating[]): Found;
  readonly size: number;
}

export function createTitleIndex(): TitleIndex {
  const titles = new Map<number, Title>();
  const table: WordTable = createWordTable();

  /** By the number of ratings, which are those up to an age limit. */
  const scans = new Map<number, Scan>();
  const scanFor = (ratings: readonly ContentRating[]): Scan => {
    const known = scans.get(ratings.length);
    if (known) return known;
    const scan = scanOf([...titles.values()].filter(({ rating }) => ratings.includes(rating)));
    scans.set(ratings.length, scan);
    return scan;
  };

  const remove = (id: number) => {
    const known = titles.get(id);
    if (!known) return;
    table.remove(known.words);
    titles.delete(id);
  };

  const add = (given: Searchable) => {
    remove(given.id);
    const names = [given.name, ...given.names.map(({ name }) => name), ...given.aliases];
    const entries = [...new Set(names)].map(entryOf).filter(({ folded }) => folded.text !== '');
    let [low, high, initials] = [0, 0, 0];
    for (const entry of entries) {
      low |= entry.folded.low | entry.canonical.low;
      high |= entry.folded.high | entry.canonical.high;
      initials |= entry.initials;
    }
    titles.set(given.id, {
      ...{ id: given.id, position: given.position, rating: given.content_rating, name: given.name },
      ...{ entries, words: table.add(given), low, high, initials },
    });
  };

  const matches = (scan: Scan, form: FormName, words: Words): Match[] => {
    if (words.whole === '') return [];
    const pieces = piecesOf(words);
    const hitsOf = (piece: Piece) => (form === 'folded' ? table.hits(piece) : undefined);
    const hits = hitsOf(pieces.whole);
    const wordHits = pieces.words.map(hitsOf);
    /** All words anywhere, in the names or about the title. */
    const scattered = (at: number): number => {
      if (pieces.words.length === 0) return Infinity;
      const title = scan.titles[at]!;
      let worst = RANK.scattered;
      for (let index = 0; index < pieces.words.length; index += 1) {
        const piece = pieces.words[index]!;
        if (canHave(scan, at, piece) && bestName(title, form, piece).rank !== Infinity) continue;
        if (!isAbout(title, wordHits[index])) return Infinity;
        worst = RANK.about;
      }
      return worst;
    };
    const found: Match[] = [];
    for (let at = 0; at < scan.titles.length; at += 1) {
      const title = scan.titles[at]!;
      const best = canHave(scan, at, pieces.whole) ? bestName(title, form, pieces.whole) : NONE;
      if (best.rank !== Infinity) {
        found.push({ title, ...best });
        continue;
      }
      const rank = isAbout(title, hits) ? RANK.about : scattered(at);
      if (rank !== Infinity) found.push({ title, rank, length: title.entries[0]?.folded.text.length ?? 0, other: 0 });
    }
    return found.sort(byQuality);
  };

  const slipped = (scan: Scan, form: FormName, { whole, words }: Words): Match[] => {
    if (/^[ㄱ-ㅎ\d§]*$/.test(whole)) return [];
    const rough = roughOf(whole);
    const pieces = words.map((word) => ({ exact: pieceOf(word), rough: roughOf(word) }));
    const slip = (at: number, piece: Rough) =>
      canHaveWithSlips(scan, at, piece) ? bestSlip(scan.titles[at]!, form, piece) : NONE;
    /** Each word alone, with its own slips. */
    const byWords = (at: number): number => {
      let sum = pieces.length === 0 ? Infinity : 3;
      for (let index = 0; index < pieces.length && sum !== Infinity; index += 1) {
        const { exact, rough: typed } = pieces[index]!;
        const isThere = canHave(scan, at, exact) && bestName(scan.titles[at]!, form, exact).rank !== Infinity;
        if (!isThere) sum += 4 + slip(at, typed).rank;
      }
      return sum;
    };
    const found: Match[] = [];
    for (let at = 0; at < scan.titles.length; at += 1) {
      const title = scan.titles[at]!;
      const best = slip(at, rough);
      if (best.rank !== Infinity) found.push({ title, ...best });
      else {
        const rank = byWords(at);
        if (rank !== Infinity) found.push({ title, rank, length: title.name.length, other: 0 });
      }
    }
    return found.sort(byQuality);
  };

  const nearestTo = ({ titles: allowed }: Scan, { canonical: { whole } }: Reading): number[] => {
    const [typed, mask] = [pairsOf(lettersOfAll(whole)), maskOf(whole)];
    const missing = ({ entries }: Title) =>
      Math.min(...entries.map(({ canonical: { low, high } }) => countMissing(mask, low, high)));
    const likeness = ({ entries }: Title) =>
      Math.max(...entries.map(({ canonical }) => likenessOf(typed, pairsOf(lettersOfAll(canonical.text)))));
    return allowed
      .map((title) => [title, missing(title)] as const)
      .sort(([, one], [, other]) => one - other)
      .slice(0, MOST_COMPARED)
      .map(([title]) => [title.id, likeness(title)] as const)
      .filter(([, share]) => share > 0)
      .sort(([id, one], [otherId, other]) => other - one || id - otherId)
      .slice(0, MOST_NEAREST)
      .map(([id]) => id);
  };

  const answer = (found: readonly Match[], understood: string | null): Found => ({
    ids: found.slice(0, MOST_FOUND).map(({ title }) => title.id),
    ...{ understood, nearest: [] },
  });

  return {
    replace(changed, removed) {
      scans.clear();
      removed.forEach(remove);
      changed.forEach(add);
    },

    find(keyword, ratings) {
      const allowed = scanFor(ratings);
      const reading = readingOf(keyword);
      const exact = matches(allowed, 'folded', reading.folded);
      const alike =
        reading.canonical.whole.length > 1 || exact.length === 0
          ? matches(allowed, 'canonical', reading.canonical)
          : [];
      if (exact.length > 0) {
        const known = new Set(exact.map(({ title }) => title));
        return answer([...exact, ...alike.filter(({ title }) => !known.has(title))], null);
      }
      const layout = otherLayoutOf(keyword);
      const other = layout === undefined ? undefined : readingOf(layout);
      const byLayout = other ? matches(allowed, 'folded', other.folded) : [];
      if (byLayout.length > 0) return answer(byLayout, layout!);
      const readings = [reading, ...(other ? [other] : [])];
      const all = [...readings, ...readings.flatMap(looserReadings)];
      for (const one of all) {
        const found = one === reading ? alike : matches(allowed, 'canonical', one.canonical);
        if (found.length > 0) return answer(found, found[0]!.title.name);
      }
      for (const one of all) {
        if (one === other && isComplete(keyword)) continue;
        const found = slipped(allowed, 'canonical', one.canonical);
        if (found.length > 0) return answer(found, found[0]!.title.name);
        // A slip may spoil a number or a season, which has another form then.
        const asTyped = slipped(allowed, 'folded', one.folded);
        if (asTyped.length > 0) return answer(asTyped, asTyped[0]!.title.name);
      }
      return { ...answer([], null), nearest: nearestTo(allowed, reading) };
    },

    get size() {
      return titles.size;
    },
  };
}
