import { basename, extname } from 'node:path';
import type { Connection } from '../db/open.ts';
import type { MediaJobRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { findEpisodesThatStay, listUsersOfClips } from '../catalogue/index.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import { shownName } from './intake-error.ts';
import { isForEpisode, isForSound, type JobState, type JobStep, type JobTarget } from './job.ts';
import type { CodedText } from './texts/coded-text.ts';
import { clipIdOf } from './media-folder.ts';
import { removalOf, type Removal } from './removal.ts';
import { isAbandoned } from './rules.ts';
import { canStartId, findByStart, listJobsById, listTitleNames } from './store.ts';

/** The code of a sentence about a job. */
type CodeOf = Omit<CodedText, 'message'>;

/** A job as operators see it; instants as ISO-8601 UTC. */
export interface ShownJob {
  id: string;
  /** Name of the file, as the operator knows it. */
  name: string;
  source: string;
  /** Whether the file becomes an episode, a clip that an advertisement can play, or a sound of an episode. */
  use: 'episode' | 'advertisement' | 'sound';
  /** The clip that is made. */
  clip_id: string;
  /** Null for an advertisement, like the next four. */
  title_id: number | null;
  /** Name of the title in the catalogue; null while it is not there. */
  title_name: string | null;
  /** Name of a title that the job makes; null if the catalogue has the title. */
  new_title: string | null;
  episode_id: number | null;
  episode_num: string | null;
  state: JobState;
  /** Its worker has stopped renewing the lease; another one will take it over. */
  is_abandoned: boolean;
  step: JobStep | null;
  /** In [0, 1]. */
  fraction: number;
  /** Speed of the current step, in multiples of real time. */
  speed: number | null;
  tries: number;
  next_try_at: string | null;
  worker: string | null;
  /** In English, as is `last_error`. */
  notices: string[];
  /** The codes of the notices, in the same order. */
  notice_codes: CodeOf[];
  last_error: string | null;
  /** Null without an error. */
  last_error_code: CodeOf | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** What goes with the job when it is removed. */
  removal: Removal;
}

/** A job that makes an episode. */
export type ShownEpisodeJob = ShownJob & { title_id: number; episode_id: number; episode_num: string };

/** Messages name the file on the disk; operators know an upload by another name. */
export const inOwnName = ({ name, source }: Pick<MediaJobRow, 'name' | 'source'>, text: string) => {
  if (name === null) return text;
  // Subtitles lie beside an upload under its name on the disk, with words behind it.
  const beside = `"${basename(source, extname(source))}.`;
  const own = `${shownName(basename(name, extname(name))).slice(0, -1)}.`;
  return text.replaceAll(shownName(source), () => shownName(name)).replaceAll(beside, () => own);
};

const codeInOwnName = (row: Pick<MediaJobRow, 'name' | 'source'>, { code, params }: CodeOf): CodeOf => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, typeof value === 'string' ? inOwnName(row, value) : value]),
  ),
});

function showTarget(target: JobTarget, titleNames: ReadonlyMap<number, string>) {
  if (isForSound(target)) {
    const { titleId, episodeId, episodeNum } = target.episode;
    return {
      use: target.use,
      title_id: titleId,
      title_name: titleNames.get(titleId) ?? null,
      new_title: null,
      episode_id: episodeId,
      episode_num: episodeNum,
    };
  }
  if (!isForEpisode(target)) {
    const none = { title_id: null, title_name: null, new_title: null, episode_id: null, episode_num: null };
    return { use: target.use, ...none };
  }
  const { titleId, newTitle, episodeId, episodeNum } = target;
  return {
    use: 'episode' as const,
    title_id: titleId,
    title_name: titleNames.get(titleId) ?? null,
    new_title: newTitle?.name ?? null,
    episode_id: episodeId,
    episode_num: episodeNum,
  };
}

type Known = Pick<ShownJob, 'removal'> & { titleNames: ReadonlyMap<number, string> };

function showJob(row: MediaJobRow, { titleNames, removal }: Known, now: Date): ShownJob {
  const { notices, last_error: error } = row;
  return {
    name: row.name ?? basename(row.source),
    id: row.id,
    source: row.source,
    clip_id: clipIdOf(row.id),
    ...showTarget(row.target, titleNames),
    state: row.state,
    is_abandoned: isAbandoned(row, now),
    step: row.step,
    fraction: row.fraction,
    speed: row.speed,
    tries: row.tries,
    next_try_at: row.state === 'waiting' && row.next_try_at > now ? row.next_try_at.toISOString() : null,
    worker: row.state === 'running' ? row.owner : null,
    notices: notices.map(({ message }) => inOwnName(row, message)),
    notice_codes: notices.map((notice) => codeInOwnName(row, notice)),
    last_error: error && inOwnName(row, error.message),
    last_error_code: error && codeInOwnName(row, error),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    removal,
  };
}

/** Jobs of the database as operators see them. */
export function createShownJobs(db: Connection, clock: Clock) {
  const showJobs = async (rows: readonly MediaJobRow[], now = clock.now()): Promise<ShownJob[]> => {
    const titleIds = rows.flatMap(({ target }) =>
      isForEpisode(target) ? [target.titleId] : isForSound(target) ? [target.episode.titleId] : [],
    );
    const names = await listTitleNames(db, [...new Set(titleIds)]);
    const users = await listUsersOfClips(
      db,
      rows.map(({ id }) => clipIdOf(id)),
    );
    const made = rows.flatMap(({ target, state }) =>
      state === 'done' && isForEpisode(target) ? [target.episodeId] : [],
    );
    const stays = await findEpisodesThatStay(db, made, now);
    return rows.map((row) => {
      const removal = removalOf(row, users.get(clipIdOf(row.id)) ?? [], stays);
      return showJob(row, { titleNames: names, removal }, now);
    });
  };
  const showOne = async (row: MediaJobRow, now = clock.now()): Promise<ShownJob> => (await showJobs([row], now))[0]!;

  const missing = (start: string) =>
    new MissingError(
      `There is no job "${start}": "bora media status" lists them.`,
      '없는 작업이에요. 목록을 새로 고쳐 주세요.',
    );

  const find = async (start: string): Promise<MediaJobRow> => {
    const [row, second] = canStartId(start) ? await findByStart(db, start) : [];
    if (row === undefined) throw missing(start);
    if (second !== undefined) throw new RefusedError(`Several jobs begin with "${start}": write more of the id.`);
    return row;
  };

  /** The jobs with these ids, in the same order. */
  const showAdded = async (ids: readonly string[], now = clock.now()): Promise<ShownJob[]> => {
    const rows = new Map((await listJobsById(db, ids)).map((row) => [row.id, row]));
    return showJobs(
      ids.map((id) => {
        const row = rows.get(id);
        if (!row) throw missing(id);
        return row;
      }),
      now,
    );
  };

  return { showJobs, showOne, find, showAdded };
}
