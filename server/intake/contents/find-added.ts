import { lstat } from 'node:fs/promises';
import type { Connection } from '../../db/open.ts';
import { listKnownContents, moveContent, type KnownContent } from './contents-store.ts';
import { hashContent } from './hash-content.ts';

/** Files that are read at the same time. */
const AT_ONCE = 8;

/** A file whose content is an episode already. */
export interface AddedFile {
  source: string;
  /** Title and number, for the operator. */
  place: string;
}

/** Hashes of the files that can be read, by path. */
export async function hashContents(sources: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const left = [...new Set(sources)];
  const work = async () => {
    for (let source = left.pop(); source !== undefined; source = left.pop()) {
      const hash = await hashContent(source);
      if (hash !== undefined) hashes.set(source, hash);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return hashes;
}

const placeOf = ({ title_name: title, episode_num: number }: KnownContent) => `${title ?? '?'} ${number}`;

/** Title and number of an episode that has the content of this file, wherever that one lies. */
export async function findPlace(db: Connection, source: string): Promise<string | undefined> {
  const hash = await hashContent(source);
  const [known] = hash === undefined ? [] : await listKnownContents(db, [hash]);
  return known && placeOf(known);
}

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/**
 * Finds the files that were added before: those at their places, and those that were renamed or moved since. A copy beside
 * the file itself is another file. Each episode has one file, so of several equal ones each needs an episode of its own.
 */
export async function findAdded(db: Connection, sources: readonly string[]): Promise<AddedFile[]> {
  const hashes = await hashContents(sources);
  if (hashes.size === 0) return [];
  const known = new Map<string, KnownContent[]>();
  for (const one of await listKnownContents(db, [...new Set(hashes.values())]))
    known.set(one.hash, [...(known.get(one.hash) ?? []), one]);
  const added = new Map<string, KnownContent>();
  const take = (source: string, isIt: (one: KnownContent) => boolean) => {
    const left = known.get(hashes.get(source) ?? '') ?? [];
    const index = added.has(source) ? -1 : left.findIndex(isIt);
    if (index < 0) return undefined;
    const [one] = left.splice(index, 1);
    added.set(source, one!);
    return one;
  };
  for (const source of sources) take(source, (one) => one.source === source);
  const gone = new Set<string>();
  for (const { source } of [...known.values()].flat()) if (!(await isThere(source))) gone.add(source);
  for (const source of sources) {
    // A job needs its file at the old place: such a file is not taken.
    const moved = take(source, (one) => !one.is_job && gone.has(one.source));
    if (moved) await moveContent(db, moved.clip_id, source);
  }
  return sources.flatMap((source) => {
    const one = added.get(source);
    return one ? [{ source, place: placeOf(one) }] : [];
  });
}
