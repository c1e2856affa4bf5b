import { setTimeout as pass } from 'node:timers/promises';
import { endpoints } from '#contract/endpoints.ts';
import { callAt, openVideoAt, reportAt, signInAt } from '#tests/support/calls-at.ts';
import type { WrittenReport } from './ledger.ts';

/** Between two calls of a set: a server takes 1,200 a minute of an address. */
const PAUSE_MS = 150;
const AGAIN_AFTER_MS = 500;

export const hms = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(11, 19);

export async function listEpisodesAt(url: string): Promise<number[]> {
  const { token } = (await signInAt(url)).profile;
  const { results } = (await callAt(url)(endpoints.listHomeRows, { token })).reply;
  const ids = results.flatMap((row) => (row.kind === 'episodes' ? row.results.map(({ id }) => id) : []));
  return [...new Set(ids)];
}

/** A set that opens one video after the other, and reports each one twice. No later write changes these rows. */
export async function writeReports(
  url: string,
  episodes: readonly number[],
  { ledger, isOver }: { ledger: WrittenReport[]; isOver: () => boolean },
): Promise<void> {
  const { token } = (await signInAt(url)).profile;
  for (let count = 0; !isOver(); count += 1)
    try {
      const { play_log_id: playLogId } = await openVideoAt(url, token, episodes[count % episodes.length]!);
      for (const seconds of [1, 2]) {
        const entry: WrittenReport = { playLogId, seconds, sentAtMs: Date.now() };
        ledger.push(entry);
        const report = {
          total_play_time: hms(seconds),
          play_end_offset: hms(seconds),
          is_player_exit: seconds === 2,
        };
        const { status } = await reportAt(url, token, playLogId, report);
        if (status === 200) entry.acceptedAtMs = Date.now();
        await pass(PAUSE_MS);
      }
    } catch {
      // The database has gone: the end of the trial.
      await pass(AGAIN_AFTER_MS);
    }
}

/** A set whose one video goes on over a restore. */
export interface HoldingSet {
  /** Reports the seconds since it was opened. @returns the status, or the code of the refusal. */
  report(url: string): Promise<string>;
}

export async function openHoldingSet(url: string, episodeId: number): Promise<HoldingSet> {
  const { token } = (await signInAt(url)).profile;
  const { play_log_id: id } = await openVideoAt(url, token, episodeId);
  const openedAtMs = Date.now();
  return {
    async report(at) {
      const time = hms(Math.floor((Date.now() - openedAtMs) / 1_000));
      const body = { total_play_time: time, play_end_offset: time, is_player_exit: false };
      const answer = await reportAt(at, token, id, body);
      return answer.status === 200 ? '200' : `${answer.status} ${answer.error.code}`;
    },
  };
}
