import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Rating {
  profile: string;
  title: number;
  /** 0.5 to 5 */
  score: number;
  /** Seconds since 1970; only their order matters. */
  at: number;
}

export interface RatingData {
  ratings: readonly Rating[];
  /** Properties of each title; titles without any are left out. */
  properties: ReadonlyMap<number, readonly string[]>;
}

/** Names of files, the first that exists counts. */
const RATINGS = ['ratings.tsv', 'u.data'];
const TITLES = ['titles.tsv', 'u.item'];
/** Fields of a line: tabs, or the two colons and the commas of other collections. */
const SEPARATOR = /\t|::|,/;
/** `u.item` has 19 flags for genres after five other fields. */
const FIRST_FLAG = 5;

const linesOf = (path: string, encoding: BufferEncoding = 'utf8') =>
  readFileSync(path, encoding)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');

function readRatings(path: string): Rating[] {
  const known = new Set<string>();
  return linesOf(path).flatMap((line, index) => {
    const [profile = '', title, score, at] = line.split(SEPARATOR);
    const rating = { profile, title: Number(title), score: Number(score), at: Number(at) };
    const isRating = Number.isSafeInteger(rating.title) && rating.score > 0 && rating.score <= 5 && rating.at >= 0;
    // The first line may name the columns.
    if (!isRating && index === 0) return [];
    if (!isRating) throw new Error(`${path}:${index + 1}: not "profile, title, score, seconds": ${line.slice(0, 80)}`);
    const key = `${profile} ${rating.title}`;
    if (known.has(key)) return [];
    known.add(key);
    return [rating];
  });
}

function readProperties(path: string): Map<number, string[]> {
  if (path.endsWith('u.item'))
    return new Map(
      linesOf(path, 'latin1').map((line) => {
        const fields = line.split('|');
        const genres = fields.slice(FIRST_FLAG).flatMap((flag, index) => (flag === '1' ? [`genre ${index}`] : []));
        return [Number(fields[0]), genres];
      }),
    );
  return new Map(
    linesOf(path).map((line) => {
      const [title, , properties = ''] = line.split('\t');
      return [Number(title), properties.split('|').filter(Boolean)];
    }),
  );
}

/**
 * Reads a folder of ratings:
 *
 * - `ratings.tsv`: a line for each rating, `profile, title, score, seconds since 1970`, separated by tabs (or `::`, or commas);
 *   profiles are any text, titles whole numbers, scores 0.5 to 5. MovieLens' `u.data` and `ratings.dat` have this form.
 * - `titles.tsv`, if there are properties: `title, name, properties separated by |`. Or MovieLens' `u.item`.
 *
 * @param path the folder, or the file of ratings.
 */
export function readRatingData(path: string): RatingData {
  const isFolder = statSync(path).isDirectory();
  const find = (names: readonly string[]) => names.map((name) => join(path, name)).find((file) => existsSync(file));
  const ratings = isFolder ? find(RATINGS) : path;
  if (ratings === undefined) throw new Error(`${path} has neither ${RATINGS.join(' nor ')}.`);
  const titles = isFolder ? find(TITLES) : undefined;
  return { ratings: readRatings(ratings), properties: titles ? readProperties(titles) : new Map() };
}
