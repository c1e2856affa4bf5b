import { basename } from 'node:path';
import {
  changeMarks,
  clipFolderOf,
  findMarks,
  findTitleRecord,
  listTitlesAfter,
  listUsersOfClip,
  removeEpisode,
  removeSingleClip,
  takeIds,
} from '../catalogue/index.ts';
import type { Marks } from '../catalogue/own-episodes.ts';
import type { Change, RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { MediaJobRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import type { Scheme } from '../lib/protection.ts';
import type { ClipKeys } from '#server/watching/protection/index.ts';
import { MediaStoreError, type MediaStore } from '../providers/media-store.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import { IntakeError, shownName } from './intake-error.ts';
import { insertContents } from './contents/contents-store.ts';
import { findAdded, hashContents, type AddedFile } from './contents/find-added.ts';
import { isForEpisode, type EpisodeTarget, type JobState, type JobStep, type JobTarget, type Pictures } from './job.ts';
import type { EpisodeFacts, TitleFacts } from '#contract/console/metadata.ts';
import { ratingWarning } from './terms.ts';
import type { CodedText } from './texts/coded-text.ts';
import { acceptedMarks, CONFIDENT, showFound, type ShownFoundMark } from './marks/accept-marks.ts';
import { MARK_KINDS, type MarkKind } from './marks/chapter-marks.ts';
import { listEpisodeMarks, saveDecided } from './marks/store.ts';
import { clipIdOf, clipPathOf, removeFolder, workFolderOf } from './media-folder.ts';
import { isSameName } from './names.ts';
import { alreadyAJob, siftByNumber, siftBySource, throwFirst } from './sift-files.ts';
import { canCancel, canRetry, isAbandoned, retryFrom } from './rules.ts';
import {
  canStartId,
  changeJob,
  countUnfinished,
  findByStart,
  insertJobs,
  listJobPage,
  listJobs,
  listJobsById,
  listTargetsOfTitle,
  listTitleNames,
  listTitlesToBe,
  listUnfinishedSources,
  lockJobs,
} from './store.ts';

/** Maximum unfinished jobs; more are likely a mistake, such as adding the root of a disk. */
const MOST_UNFINISHED = 2_000;
/** Jobs in one answer. */
export const MOST_SHOWN = 500;
const TITLES_AT_ONCE = 500;

export interface AddRequest {
  title:
    | { id: number }
    | {
        name: string;
        contentRating: NonNullable<EpisodeTarget['newTitle']>['content_rating'];
        /** What metadata files say about it. */
        facts?: TitleFacts | undefined;
      };
  access: Exclude<EpisodeTarget['access'], 'purchase'>;
  isPublished: boolean;
  /** How the clips are encrypted; undefined for clips that are not. */
  protection?: Scheme | undefined;
  pictures: Pictures;
  /** `name` is what the operator calls the file, if the file's own name is another one. */
  episodes: readonly {
    source: string;
    number: number;
    subject: string | null;
    name?: string;
    facts?: EpisodeFacts | undefined;
    /** A picture of the episode, by absolute path. */
    still?: string | undefined;
  }[];
  /** Adds the others when some files are refused, and says which; otherwise none is added. */
  skipsRefused?: boolean | undefined;
}

/** The code of a sentence about a job. */
type CodeOf = Omit<CodedText, 'message'>;

/** A job as operators see it; instants as ISO-8601 UTC. */
export interface ShownJob {
  id: string;
  /** Name of the file, as the operator knows it. */
  name: string;
  source: string;
  /** Whether the video becomes an episode, or a clip that an advertisement can play. */
  use: 'episode' | 'advertisement';
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
}

/** A job that makes an episode. */
export type ShownEpisodeJob = ShownJob & { title_id: number; episode_id: number; episode_num: string };

/** Operations on media jobs. All throw RefusedError. */
export interface MediaOperations {
  /** Finds a title of the catalogue by name, ignoring case and punctuation; null for none. */
  findTitle(name: string): Promise<{ id: number; name: string } | null>;
  /**
   * @param onAdd runs in the transaction that adds the jobs, which have the order of the episodes.
   */
  add(
    request: AddRequest,
    onAdd?: (tx: Connection, jobIds: readonly string[]) => Promise<void>,
  ): Promise<{ title_id: number; jobs: ShownEpisodeJob[]; refused: string[]; warning: string | null }>;
  /** Which of these files are episodes already, whatever they were called and wherever they lay. */
  findAdded(sources: readonly string[]): Promise<AddedFile[]>;
  /** Adds jobs that make clips for advertisements. @param onAdd like that of `add` */
  addAdvertisementClips(
    videos: readonly { source: string; name?: string }[],
    onAdd?: (tx: Connection, jobIds: readonly string[]) => Promise<void>,
  ): Promise<ShownJob[]>;
  /** Unfinished jobs first. */
  list(): Promise<ShownJob[]>;
  /** A page of the jobs, and the number of all. */
  page(query: {
    state?: JobState | undefined;
    limit: number;
    offset: number;
  }): Promise<{ count: number; results: ShownJob[] }>;
  /** @param start the first characters of the job's id. */
  show(start: string): Promise<ShownJob & { log: string | null }>;
  retry(start: string): Promise<ShownJob>;
  cancel(start: string): Promise<ShownJob>;
  /** Removes a job with its files, or an episode with its clip. Refuses published episodes. */
  remove(target: { job: string } | { episode: number }): Promise<{ removed: string }>;
  /**
   * Changes the parts of an episode that viewers may skip, if `change` is given, and returns them.
   *
   * @param check called with the marks that are replaced; the change fails with what it throws.
   */
  marks(episode: number, change?: Partial<Marks>, check?: (before: Marks) => void): ReturnType<typeof findMarks>;
  /** Parts that viewers may skip, as chapters name them and as the sounds of a title's episodes show them. */
  foundMarks(target: { title: number } | { episode: number }): Promise<ShownFoundMark[]>;
  /**
   * Makes found marks the ones that viewers have, unless an operator has decided about them: of a title those with
   * enough confidence, of an episode all.
   *
   * @returns the accepted ones.
   */
  acceptMarks(target: { title: number } | { episode: number }): Promise<ShownFoundMark[]>;
}

export interface MediaOperationsOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  catalogueFolder: string;
  mediaFolder: string;
  mediaStore: MediaStore;
  /** Throws IntakeError when this machine lacks a tool. */
  findTools(): unknown;
  /** Whether no other machine runs jobs. Then a machine without the tools refuses new jobs. */
  isOnlyWorker: boolean;
  /** Keys of protected clips; without them nothing is protected. */
  clipKeys?: ClipKeys | undefined;
  record: RecordChange;
  /** Whether viewers can prove their age. Default: true. */
  hasAgeProof?: boolean | undefined;
}

/** Messages name the file on the disk; operators know an upload by another name. */
const inOwnName = (row: Pick<MediaJobRow, 'name' | 'source'>, text: string) =>
  row.name === null ? text : text.replaceAll(shownName(row.source), () => shownName(row.name!));

const codeInOwnName = (row: Pick<MediaJobRow, 'name' | 'source'>, { code, params }: CodeOf): CodeOf => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, typeof value === 'string' ? inOwnName(row, value) : value]),
  ),
});

function showTarget(target: JobTarget, titleNames: ReadonlyMap<number, string>) {
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

function showJob(row: MediaJobRow, titleNames: ReadonlyMap<number, string>, now: Date): ShownJob {
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
  };
}

export function createMediaOperations(options: MediaOperationsOptions): MediaOperations {
  const { db, transact, clock, random, mediaFolder, mediaStore, clipKeys, record } = options;

  const recordJob =
    (action: Change['action'], after: { state: JobState } | null) => (tx: Connection, row: MediaJobRow) => {
      const name = shownName(row.name ?? row.source);
      const made = isForEpisode(row.target) ? { episode_id: row.target.episodeId } : { clip_id: clipIdOf(row.id) };
      return record(tx, {
        action,
        subject: { kind: 'media-job', id: row.id },
        before: { name, ...made, state: row.state },
        after: after && { name, ...made, ...after },
      });
    };

  const showJobs = async (rows: readonly MediaJobRow[], now = clock.now()): Promise<ShownJob[]> => {
    const titleIds = rows.flatMap(({ target }) => (isForEpisode(target) ? [target.titleId] : []));
    const names = await listTitleNames(db, [...new Set(titleIds)]);
    return rows.map((row) => showJob(row, names, now));
  };
  const showOne = async (row: MediaJobRow, now = clock.now()): Promise<ShownJob> => (await showJobs([row], now))[0]!;

  const missing = (start: string) =>
    new MissingError(
      `There is no job "${start}": "npm run media -- status" lists them.`,
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

  const change = async (
    start: string,
    onChange: ReturnType<typeof recordJob>,
    decide: (row: MediaJobRow, now: Date) => Parameters<typeof changeJob>[2],
  ) => {
    const { id } = await find(start);
    await changeJob(transact, id, (row) => decide(row, clock.now())(row), onChange);
    return showOne(await find(id));
  };

  const findTitle: MediaOperations['findTitle'] = async (name) => {
    for (let after = 0; ;) {
      const titles = await listTitlesAfter(db, { after, limit: TITLES_AT_ONCE }, clock.now());
      const same = titles.find((title) => isSameName(title.name, name));
      if (same) return { id: same.id, name: same.name };
      const last = titles.at(-1);
      if (last === undefined || titles.length < TITLES_AT_ONCE) return null;
      after = last.id;
    }
  };

  /** @returns a warning if other machines may work on the jobs. */
  const checkTools = (): string | null => {
    try {
      options.findTools();
      return null;
    } catch (error) {
      if (!(error instanceof IntakeError)) throw error;
      if (options.isOnlyWorker) throw new RefusedError(error.message);
      return error.message;
    }
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
        `${error.message} Files of the clip are still there. Later, run "npm run media -- remove ${clipId.slice(0, 8)}".`,
      );
    }
  };

  /** @returns a warning if the media store does not answer. */
  const checkStore = async (): Promise<string | null> => {
    try {
      await mediaStore.check();
      return null;
    } catch (error) {
      if (!(error instanceof MediaStoreError)) throw error;
      return `${error.message} The videos wait until it can be used.`;
    }
  };

  /** Finds the title that gets the episodes. Jobs that name the same new title share it. */
  const findTarget = async (tx: Connection, title: AddRequest['title']) => {
    if ('id' in title) {
      const record = await findTitleRecord(tx, title.id);
      const [toBe] = record ? [] : (await listTitlesToBe(tx)).filter(({ titleId }) => titleId === title.id);
      if (!record && !toBe)
        throw new MissingError(`There is no title ${title.id}.`, '없는 작품이에요. 그사이 지워졌을 수 있어요.');
      return { titleId: title.id, newTitle: toBe?.newTitle ?? null, taken: record?.episodes ?? [] };
    }
    const toBe = (await listTitlesToBe(tx)).find(({ newTitle }) => isSameName(newTitle!.name, title.name));
    const newTitle = {
      name: title.name,
      content_rating: title.contentRating,
      ...(title.facts && { facts: title.facts }),
    };
    if (!toBe) return { titleId: undefined, newTitle, taken: [] };
    const record = await findTitleRecord(tx, toBe.titleId);
    return { titleId: toBe.titleId, newTitle: toBe.newTitle, taken: record?.episodes ?? [] };
  };

  /** @throws RefusedError */
  const checkRoom = async (tx: Connection, cntNew: number): Promise<void> => {
    if ((await countUnfinished(tx)) + cntNew > MOST_UNFINISHED)
      throw new RefusedError(
        `More than ${MOST_UNFINISHED} videos would wait: add the rest when some are done.`,
        '기다리는 작업이 너무 많아요. 몇 개가 끝난 다음 더해 주세요.',
      );
  };

  return {
    findTitle,
    findAdded: (sources) => findAdded(db, sources),

    async add({ title, access, isPublished, protection, pictures, episodes: wanted, skipsRefused = false }, onAdd) {
      if (protection !== undefined && clipKeys === undefined)
        throw new RefusedError(
          'This service has no secret for keys, so it cannot protect videos.',
          '이 서버는 영상을 암호화할 수 없어요.',
        );
      const warnings = [checkTools(), await checkStore()].filter((warning) => warning !== null);
      const readable = await siftBySource(wanted);
      if (!skipsRefused) throwFirst(readable);
      if ('name' in title) {
        const same = await findTitle(title.name);
        const isComing = (await listTitlesToBe(db)).some(({ titleId }) => titleId === same?.id);
        if (same && !isComing)
          throw new RefusedError(
            `Title ${same.id} is called "${same.name}": add to it with --title ${same.id}.`,
            '같은 이름의 작품이 있어요. 그 작품에 더해 주세요.',
          );
      }
      const hashes = await hashContents(readable.free.map(({ source }) => source));
      const now = clock.now();
      const { titleId, newTitle, targets, ids, refused } = await transact(async (tx) => {
        await lockJobs(tx);
        const target = await findTarget(tx, title);
        const coming = target.titleId === undefined ? [] : await listTargetsOfTitle(tx, target.titleId);
        const sifted = siftByNumber(readable.free, {
          taken: [...target.taken.map(({ episode_num: number }) => number), ...coming.map((one) => one.episodeNum)],
          working: await listUnfinishedSources(
            tx,
            readable.free.map(({ source }) => source),
          ),
        });
        const problems = [...readable.problems, ...sifted.problems];
        if (!skipsRefused || sifted.free.length === 0) throwFirst({ problems });
        const episodes = sifted.free;
        await checkRoom(tx, episodes.length);
        const jobIds = episodes.map(() => random.uuid());
        const next = await takeIds(tx, { title: target.titleId === undefined ? 1 : 0, episode: episodes.length });
        const chosenId = target.titleId ?? next.title;
        const jobs = episodes.map(({ source, subject, bytes, numberText, name = null, facts, still }, index) => ({
          id: jobIds[index]!,
          name,
          source,
          sourceBytes: bytes,
          pictures,
          target: {
            titleId: chosenId,
            newTitle: target.newTitle,
            episodeId: next.episode + index,
            access,
            isPublished,
            ...(protection && { protection }),
            ...(facts && { facts }),
            ...(still !== undefined && { still }),
            episodeNum: numberText,
            subject: subject ?? numberText,
          },
        }));
        await insertJobs(tx, jobs, now);
        if (protection) for (const { id } of jobs) await clipKeys?.make(tx, clipIdOf(id), protection);
        await record(tx, {
          action: 'media.add',
          subject: { kind: 'title', id: chosenId },
          before: null,
          after: { episodes: jobs.map(({ id, source, target: { episodeNum } }) => ({ id, source, episodeNum })) },
        });
        await insertContents(
          tx,
          jobs.flatMap(({ id, source }) => {
            const hash = hashes.get(source);
            return hash === undefined ? [] : [{ clipId: clipIdOf(id), hash, source }];
          }),
          now,
        );
        await onAdd?.(tx, jobIds);
        return {
          titleId: chosenId,
          newTitle: target.newTitle,
          targets: jobs.map(({ target: each }) => each),
          ids: jobIds,
          refused: problems.map(({ message }) => message),
        };
      });
      const shown = await showAdded(ids, now);
      const warning = newTitle && ratingWarning(newTitle.name, newTitle.content_rating, options.hasAgeProof ?? true);
      if (warning) warnings.push(warning);
      const jobs = targets.map(({ episodeId, episodeNum }, index): ShownEpisodeJob => ({
        ...shown[index]!,
        title_id: titleId,
        episode_id: episodeId,
        episode_num: episodeNum,
      }));
      return { title_id: titleId, jobs, refused, warning: warnings.join('\n') || null };
    },

    async addAdvertisementClips(videos, onAdd) {
      checkTools();
      const readable = await siftBySource(videos);
      throwFirst(readable);
      const ids = videos.map(() => random.uuid());
      await transact(async (tx) => {
        await lockJobs(tx);
        const [working] = await listUnfinishedSources(
          tx,
          videos.map(({ source }) => source),
        );
        if (working !== undefined) throw alreadyAJob(working);
        await checkRoom(tx, videos.length);
        const jobs = readable.free.map(({ source, bytes, name = null }, index) => ({
          id: ids[index]!,
          name,
          source,
          sourceBytes: bytes,
          pictures: {},
          target: { use: 'advertisement' as const },
        }));
        await insertJobs(tx, jobs, clock.now());
        for (const { id, name, source } of jobs)
          await record(tx, {
            action: 'media.add',
            subject: { kind: 'media-job', id },
            before: null,
            after: { name: shownName(name ?? source), clip_id: clipIdOf(id) },
          });
        await onAdd?.(tx, ids);
      });
      return showAdded(ids);
    },

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
        if (!canRetry(row.state))
          throw new RefusedError(
            `The job is ${row.state}: only a failed or cancelled one is retried.`,
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
      if (!isForEpisode(row.target)) await removeSingleClip(options, clipId);
      else if ((await listUsersOfClip(db, clipId)).length > 0) await removeEpisode(options, row.target.episodeId);
      if ((await listUsersOfClip(db, clipId)).length > 0)
        throw new RefusedError(
          'Another episode plays the same clip: remove that one first.',
          '다른 회차가 같은 영상을 쓰고 있어요. 그 회차를 먼저 지워 주세요.',
        );
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
