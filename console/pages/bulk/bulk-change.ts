import type { ReleaseChange, ReleaseState } from '#contract/console/titles.ts';
import { isSame } from '#console/editing/merge.ts';
import type { Fields } from '#console/editing/schema.ts';

export type WordList = 'genres' | 'tags';

interface ReleaseOfMany {
  kind: 'publish' | 'unpublish';
}

type FieldOfMany =
  | { kind: 'rating'; rating: string }
  | { kind: 'add' | 'remove'; list: WordList; word: string }
  /** Null: no end. */
  | { kind: 'end'; at: string | null }
  /** None: everywhere. */
  | { kind: 'countries'; countries: readonly string[] };

/** One change of many titles. */
export type BulkChange = ReleaseOfMany | FieldOfMany;

export const changesRelease = (change: BulkChange): change is ReleaseOfMany =>
  change.kind === 'publish' || change.kind === 'unpublish';

/** A field of one title before and after the change. */
export interface FieldChange {
  name: string;
  before: unknown;
  after: unknown;
}

const listOf = (fields: Fields, name: string) => (fields[name] ?? []) as readonly string[];

function valuesOf(change: FieldOfMany, fields: Fields): [string, unknown] {
  switch (change.kind) {
    case 'rating':
      return ['content_rating', change.rating];
    case 'end':
      return ['ends_at', change.at];
    case 'countries':
      return ['countries', change.countries];
    case 'add': {
      const words = listOf(fields, change.list);
      return [change.list, words.includes(change.word) ? words : [...words, change.word]];
    }
    case 'remove':
      return [change.list, listOf(fields, change.list).filter((word) => word !== change.word)];
  }
}

/** Whether two values of a field are one; times of one instant may be written in two ways. */
export const isSameValue = (name: string, one: unknown, other: unknown): boolean =>
  name === 'ends_at' && one !== null && other !== null
    ? Date.parse(String(one)) === Date.parse(String(other))
    : isSame(one, other);

/** What the change does to the fields of a title; null if they are so already. */
export function fieldChangeOf(change: FieldOfMany, fields: Fields): FieldChange | null {
  const [name, after] = valuesOf(change, fields);
  const before = fields[name] ?? null;
  return isSameValue(name, before, after) ? null : { name, before, after };
}

/** Country codes in a typed text: `kr, JP`; null if a part is not a code, because an empty list means every country. */
export function countriesIn(text: string): string[] | null {
  const codes = text
    .toUpperCase()
    .split(/[\s,·]+/)
    .filter(Boolean);
  return codes.every((code) => /^[A-Z]{2}$/.test(code)) ? [...new Set(codes)].sort() : null;
}

type WithoutVersion<Change> = Change extends unknown ? Omit<Change, 'version'> : never;
export type ReleaseStep = WithoutVersion<ReleaseChange>;

export interface ReleaseBefore {
  state: ReleaseState;
  at: string | null;
  notice: string | null;
}

/** Whether the title is so already, for viewers. */
export const isReleased = (kind: ReleaseOfMany['kind'], { state }: Pick<ReleaseBefore, 'state'>): boolean =>
  kind === 'publish'
    ? state === 'published' || state === 'announced'
    : // One that has ended is seen by nobody, and could not be published again.
      state === 'unpublished' || state === 'ended';

/** The steps that give a title the release back that it had. */
export function releaseUndoOf(
  { state, at, notice }: ReleaseBefore,
  changed: ReleaseStep['action'],
  now: Date,
): ReleaseStep[] {
  if (state === 'unpublished') return [{ action: 'unpublish' }];
  const isLater = (state === 'scheduled' || state === 'delayed') && at !== null && Date.parse(at) > now.getTime();
  if (!isLater) return changed === 'publish' ? [] : [{ action: 'publish' }];
  const again: ReleaseStep =
    state === 'delayed' && notice !== null ? { action: 'delay', at, notice } : { action: 'schedule', at };
  // What is out already cannot be scheduled.
  return changed === 'publish' ? [{ action: 'unpublish' }, again] : [again];
}
