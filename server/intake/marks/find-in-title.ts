import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Connection } from '../../db/open.ts';
import { ITEM_SECONDS, readFingerprint, WINDOW_SECONDS } from './fingerprint.ts';
import { proposeMarks, type Comparison } from './propose-marks.ts';
import { findSharedParts, prepare } from './shared-parts.ts';
import { listClipsOfTitle, listFingerprints, saveFound } from './store.ts';

/** An episode is compared with as many before it and after it: openings change between seasons, not between weeks. */
const REACH = 6;
/** Another worker may add an episode of the same title at the same time. */
const MOST_TRIES = 3;

/**
 * Compares a clip with those of the episodes around it, and stores what openings and endings that shows, for all of
 * them. Yields to others after each comparison, which takes milliseconds.
 */
export async function findMarksInTitle(
  db: Connection,
  { titleId, clipId, signal }: { titleId: number; clipId: string; signal?: AbortSignal | undefined },
): Promise<void> {
  let clips = await listClipsOfTitle(db, titleId);
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    await findAround(db, clips, clips.indexOf(clipId), signal);
    const now = await listClipsOfTitle(db, titleId);
    if (now.join() === clips.join()) return;
    clips = now;
  }
}

async function findAround(db: Connection, all: readonly string[], place: number, signal?: AbortSignal): Promise<void> {
  if (place === -1) return;
  // Every clip with which an affected episode is compared.
  const first = Math.max(0, place - 2 * REACH);
  const clips = all.slice(first, place + 2 * REACH + 1);
  const isAffected = (index: number) => Math.abs(first + index - place) <= REACH;
  const fingerprints = await listFingerprints(db, clips);
  const prepared = clips.map((id) => prepare(readFingerprint(fingerprints.get(id) ?? '')));
  const comparisons: Comparison[] = [];
  for (let one = 0; one < clips.length; one += 1)
    for (let other = one + 1; other <= Math.min(clips.length - 1, one + REACH); other += 1) {
      if (!isAffected(one) && !isAffected(other)) continue;
      comparisons.push({ one, other, parts: findSharedParts(prepared[one]!, prepared[other]!) });
      await letOthersRun();
      signal?.throwIfAborted();
    }
  const durations = prepared.map(({ items }) => items.length * ITEM_SECONDS + WINDOW_SECONDS);
  for (const [index, found] of proposeMarks(durations, comparisons).entries())
    if (isAffected(index)) await saveFound(db, clips[index]!, found);
}
