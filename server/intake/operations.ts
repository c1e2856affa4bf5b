import { createAddJobs } from './add-jobs.ts';
import type { MediaOperations, MediaOperationsOptions } from './media-operations.ts';
import { createShownJobs, inOwnName } from './shown-job.ts';
import {
  changeMarks,
  clipFolderOf,
  findMarks,
  findTitleRecord,
  listUsersOfClip,
  removeEpisode,
  removeSingleClip,
} from '../catalogue/index.ts';
import type { Change } from '#server/staff/audit/record.ts';
import type { Connection } from '../db/open.ts';
import type { MediaJobRow } from '../db/tables.ts';
import { MediaStoreError } from '../providers/media-store.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import { shownName } from './intake-error.ts';
import { findAdded } from './contents/find-added.ts';
import { isForEpisode, isForSound, type JobState } from './job.ts';
import { acceptedMarks, CONFIDENT, showFound, type ShownFoundMark } from './marks/accept-marks.ts';
import { MARK_KINDS, type MarkKind } from './marks/chapter-marks.ts';
import { listEpisodeMarks, saveDecided } from './marks/store.ts';
import { moveJob } from './move-job.ts';
import { clipIdOf, clipPathOf, removeFolder, workFolderOf } from './media-folder.ts';
import { comparedName } from './names.ts';
import { isOtherYear } from './plan-titles.ts';
import { removalOf } from './removal.ts';
import { canCancel, canRetry, isAbandoned, retryFrom } from './rules.ts';
import { changeJob, listJobPage, listJobs } from './store.ts';
import { createTitlesByName } from './titles-by-name.ts';

export type { AddRequest, MediaOperations, MediaOperationsOptions } from './media-operations.ts';
export type { ShownEpisodeJob, ShownJob } from './shown-job.ts';

/** Jobs in one answer. */
export const MOST_SHOWN = 500;

const usedElsewhere = () =>
  new RefusedError(
    'An episode or a trailer plays the same clip: give it another one first.',
    '회차나 예고편이 이 영상을 쓰고 있어요. 그곳에서 먼저 다른 영상으로 바꿔 주세요.',
  );

export function createMediaOperations(options: MediaOperationsOptions): MediaOperations {
  const { db, transact, clock, mediaFolder, mediaStore, clipKeys, record } = options;
  const titlesByName = createTitlesByName(db);

  const recordJob =
    (action: Change['action'], after: { state: JobState } | null) => (tx: Connection, row: MediaJobRow) => {
      const name = shownName(row.name ?? row.source);
      const made = isForEpisode(row.target)
        ? { episode_id: row.target.episodeId }
        : isForSound(row.target)
          ? { episode_id: row.target.episode.episodeId, sound: row.target.sound.label }
          : { clip_id: clipIdOf(row.id) };
      return record(tx, {
        action,
        subject: { kind: 'media-job', id: row.id },
        before: { name, ...made, state: row.state },
        after: after && { name, ...made, ...after },
      });
    };

  const { showJobs, showOne, find, showAdded } = createShownJobs(db, clock);

  const change = async (
    start: string,
    onChange: ReturnType<typeof recordJob>,
    decide: (row: MediaJobRow, now: Date) => Parameters<typeof changeJob>[2],
  ) => {
    const { id } = await find(start);
    await changeJob(transact, id, (row) => decide(row, clock.now())(row), onChange);
    return showOne(await find(id));
  };

  const findTitle: MediaOperations['findTitle'] = async (name, year) => {
    const same = (await titlesByName()).get(comparedName(name));
    if (same === undefined) return null;
    const record = year === undefined ? undefined : await findTitleRecord(db, same.id);
    return isOtherYear({ year, season: undefined }, record?.air.year) ? null : same;
  };

  const listMarks = async (target: { title: number } | { episode: number }) => {
    const marks = await listEpisodeMarks(db, target);
    if (marks.length > 0) return marks;
    throw new MissingError(
      'title' in target ? `There is no title ${target.title} with episodes.` : `There is no episode ${target.episode}.`,
      '없는 작품이나 회차예요.',
    );
  };

  /** @throws RefusedError when the store does not answer; repeating the command continues the removal. */
  const removeClip = async (clipId: string) => {
    try {
      await mediaStore.removeFolder(clipPathOf(clipId));
      await clipKeys?.remove(db, clipId);
    } catch (error) {
      if (!(error instanceof MediaStoreError)) throw error;
      throw new RefusedError(
        `${error.message} Files of the clip are still there. Later, run "bora media remove ${clipId.slice(0, 8)}".`,
      );
    }
  };

  return {
    findTitle,
    findAdded: (sources) => findAdded(db, sources),
    ...createAddJobs(options, { findTitle, showAdded }),

    async list() {
      return showJobs(await listJobs(db, MOST_SHOWN));
    },

    async page(query) {
      const { count, rows } = await listJobPage(db, { state: query.state, limit: query.limit, offset: query.offset });
      return { count, results: await showJobs(rows) };
    },

    async show(start) {
      const row = await find(start);
      return { ...(await showOne(row)), log: row.log_tail === null ? null : inOwnName(row, row.log_tail) };
    },

    retry: (start) =>
      change(start, recordJob('media.retry', { state: 'waiting' }), (row, now) => {
        if (!canRetry(row))
          throw new RefusedError(
            `The job is ${row.state}: only one that failed or was cancelled is retried.`,
            '실패했거나 취소한 작업만 다시 시도할 수 있어요.',
          );
        return () => ({ state: 'waiting', tries: 0, next_try_at: retryFrom(row.leased_until, now), ended_at: null });
      }),

    cancel: (start) =>
      change(start, recordJob('media.cancel', { state: 'cancelled' }), (row, now) => {
        if (!canCancel(row.state))
          throw new RefusedError(
            `The job is ${row.state}: there is nothing to cancel.`,
            '이미 끝난 작업이라 취소할 것이 없어요.',
          );
        if (row.state === 'running' && row.step === 'publish' && !isAbandoned(row, now))
          throw new RefusedError(
            'The job is almost done: remove it afterwards.',
            '작업이 거의 끝났어요. 끝난 다음 지워 주세요.',
          );
        return () => ({ state: 'cancelled', ended_at: now });
      }),

    async move(start, to) {
      const { id } = await find(start);
      await moveJob(options, id, to);
      return showOne(await find(id));
    },

    async remove(target) {
      if ('episode' in target) {
        const clip = await removeEpisode(options, target.episode);
        const folder = clip && clipFolderOf(clip);
        if (folder !== undefined && folder === clipPathOf(clip!.id)) await removeClip(clip!.id);
        return { removed: `episode ${target.episode}` };
      }
      const row = await find(target.job);
      if (row.state === 'running')
        throw new RefusedError('The job is running: cancel it first.', '진행 중인 작업이에요. 먼저 취소해 주세요.');
      const clipId = clipIdOf(row.id);
      // Out of the catalogue first: after an interruption, the same command removes the rest.
      const { removes, stays } = removalOf(row, await listUsersOfClip(db, clipId), new Map());
      if (isForEpisode(row.target) && stays === 'used') throw usedElsewhere();
      if (isForEpisode(row.target) && removes === 'episode') await removeEpisode(options, row.target.episodeId);
      else await removeSingleClip(options, clipId);
      // Something may have begun to play it since.
      if ((await listUsersOfClip(db, clipId)).length > 0) throw usedElsewhere();
      await removeClip(clipId);
      await removeFolder(workFolderOf(mediaFolder, row.id));
      await changeJob(
        transact,
        row.id,
        ({ state }) => {
          if (state === 'running')
            throw new RefusedError('The job has begun: cancel it first.', '작업이 시작됐어요. 먼저 취소해 주세요.');
          return 'remove';
        },
        recordJob('media.remove', null),
      );
      return { removed: `job ${row.id}` };
    },

    async marks(episode, changes, check) {
      if (changes !== undefined) {
        await changeMarks(options, episode, (before) => {
          check?.(before);
          return changes;
        });
        const found = MARK_KINDS.filter((kind) => changes[kind] !== undefined);
        if (found.length > 0) await saveDecided(db, episode, found);
      }
      return findMarks(db, episode, clock.now());
    },

    foundMarks: async (target) => (await listMarks(target)).flatMap(showFound),

    async acceptMarks(target) {
      const accepted: ShownFoundMark[] = [];
      for (const marks of await listMarks(target)) {
        const open = showFound(marks).filter(
          ({ is_decided: isDecided, confidence }) => !isDecided && ('episode' in target || confidence >= CONFIDENT),
        );
        if (open.length === 0) continue;
        let kinds: MarkKind[] = [];
        await changeMarks(options, marks.episode_id, (there) => {
          const changes = acceptedMarks(open, marks.duration, there);
          kinds = Object.keys(changes) as MarkKind[];
          return changes;
        });
        await saveDecided(db, marks.episode_id, kinds);
        accepted.push(...open.filter(({ kind }) => kinds.includes(kind)));
      }
      return accepted.map((mark) => ({ ...mark, is_decided: true }));
    },
  };
}
