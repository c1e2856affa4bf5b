import { CatalogueError } from '../catalogue/format/index.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { CheckClock } from '../db/right-clock.ts';
import type { MediaJobRow } from '../db/tables.ts';
import { createLastingFolder } from '../lib/lasting-folder.ts';
import {
  createLeaseLoop,
  LeaseLostError,
  WorkerStoppedError,
  type LeaseLoopOptions,
  type Worker,
} from '../lib/lease-loop.ts';
import type { Random } from '../lib/random.ts';
import { RefusedError } from '../lib/refused-error.ts';
import { freeBytesOf } from './disk.ts';
import type { MediaStore } from '../providers/media-store.ts';
import { chosenStyles } from './drawings/style-store.ts';
import { codedFailure, failureOf, IntakeError } from './intake-error.ts';
import { isForEpisode, isForSound, type JobStep } from './job.ts';
import { findMarksInTitle } from './marks/find-in-title.ts';
import { clipIdOf, listWorkFolders, makeFolder, removeFolder, workFolderOf } from './media-folder.ts';
import { createNotices } from './notices.ts';
import { unlinkSource } from './probe/input-file.ts';
import { publishJob } from './publish.ts';
import {
  BEAT_MS,
  chooseJob,
  fractionOf,
  LEASE_SECONDS,
  leaseFrom,
  lookForRoomAt,
  missingRoom,
  RESERVED_BYTES,
  retryAt,
  SILENT_MS,
} from './rules.ts';
import type { MakePicture } from '../catalogue/pictures/make-picture.ts';
import type { ClipKeys } from '#server/watching/protection/index.ts';
import { RunFailedError, type RunJob } from './run-job.ts';
import { planSound } from './sounds/publish-sound.ts';
import { isFinished } from './steps/results.ts';
import {
  endCancelled,
  endLease,
  findByStart,
  giveUp,
  listSlots,
  listWithFolder,
  lockJobs,
  renewLease,
  takeJob,
  type JobProgress,
  type Lease,
} from './store.ts';
import type { CodedText } from './texts/coded-text.ts';
import { lookAtWaiting } from './waiting/look-at-waiting.ts';

/** Delay of the first look, in ms: the start of the process comes first. */
const FIRST_LOOK_MS = 2_000;
const LOOK_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** What jobs say is true within a minute. */
const WAITING_EVERY_MS = 30_000;

/** Name of the worker's failures in the log. */
const CAUSE = 'media jobs';

export interface MediaWorkerOptions extends Pick<LeaseLoopOptions, 'clock' | 'failures' | 'schedule'> {
  db: Connection;
  transact: Transact;
  /** Name of this worker, different from all others'. */
  owner: string;
  /** Name of this machine. */
  host: string;
  /** Jobs of all workers of this machine at once. */
  atOnce: number;
  catalogueFolder: string;
  /** Where jobs work, on this machine or on a disk that several share. */
  mediaFolder: string;
  mediaStore: MediaStore;
  /** Called before a job is taken: a worker whose clock is wrong takes none. */
  checkClock: CheckClock;
  random: Pick<Random, 'fraction' | 'uuid'>;
  /** Keys of protected clips; without them, a machine leaves such jobs to others. */
  clipKeys?: ClipKeys | undefined;
  runJob: RunJob;
  /** Decodes pictures beside the videos. */
  makePicture: MakePicture;
  /** Without its tools, a machine leaves the jobs to others. */
  hasTools(): boolean;
  freeBytes?: (folder: string) => Promise<number>;
}

/** Shows the lease that its run is alive. */
interface Heartbeat {
  progress: JobProgress;
  hear(): void;
  renew(until: Date): Promise<boolean>;
}

const isRefused = (error: unknown): error is Error => error instanceof RefusedError || error instanceof CatalogueError;

const failureFrom = (error: unknown): CodedText =>
  isRefused(error)
    ? failureOf('CATALOGUE_REFUSED', { detail: error.message })
    : error instanceof RunFailedError
      ? { code: error.code, params: error.params, message: error.message }
      : codedFailure(error);

/** Works on the media jobs of the database, each under a lease, so that any number of workers share them. */
export function startMediaWorker(options: MediaWorkerOptions): Worker {
  const { db, transact, owner, host, atOnce, mediaFolder, clock, random, failures, runJob } = options;
  const { checkClock, freeBytes = freeBytesOf } = options;
  const openFolder = createLastingFolder(mediaFolder);
  let sweptAtMs = -Infinity;
  let lookedAtMs = -Infinity;

  /** Why jobs cannot work in the media folder; undefined when they can. */
  const whyNoFolder = async (): Promise<IntakeError | undefined> => {
    try {
      await openFolder();
      return undefined;
    } catch (error) {
      const { code: cause = String(error) } = error as NodeJS.ErrnoException;
      return new IntakeError('FOLDER_UNAVAILABLE', { folder: mediaFolder, cause });
    }
  };

  /** Cleans up after another worker has taken the job over. */
  const leave = async (lease: Lease, folder: string) => {
    const [row] = await findByStart(db, lease.id);
    const isEnded = row === undefined || (row.owner === owner && row.state !== 'running');
    if (!isEnded) return;
    await removeFolder(folder);
    await endCancelled(db, lease);
  };

  /** Why a job cannot begin, for a while. */
  const findObstacle = async ({ source_bytes: bytes }: MediaJobRow, folder: string): Promise<CodedText | undefined> => {
    const gone = await whyNoFolder();
    if (gone !== undefined) return gone;
    await makeFolder(folder);
    const noRoom = isFinished(folder, 'encode') ? undefined : missingRoom(bytes, await freeBytes(mediaFolder));
    return noRoom && failureOf('WAITING_FOR_ROOM', noRoom);
  };

  /** @throws IntakeError without the key of a clip that is to be protected. */
  const findProtection = async ({ id, target }: MediaJobRow) => {
    const clipId = isForSound(target)
      ? target.isProtected && target.clipId
      : isForEpisode(target) && target.protection !== undefined && clipIdOf(id);
    if (clipId === false) return undefined;
    try {
      const found = await options.clipKeys?.find(db, clipId);
      if (found) return found;
    } catch (error) {
      throw new IntakeError('KEY_UNREADABLE', { detail: (error as Error).message }, { cause: error });
    }
    throw new IntakeError('KEY_MISSING', {});
  };

  /** A failure leaves marks to be set by hand; the episode is complete without them. */
  const findMarks = async ({ id, target }: MediaJobRow, signal: AbortSignal) => {
    if (!isForEpisode(target)) return;
    try {
      await findMarksInTitle(db, { titleId: target.titleId, clipId: clipIdOf(id), signal });
    } catch (error) {
      signal.throwIfAborted();
      failures.report(CAUSE, error);
    }
  };

  const run = async (job: MediaJobRow, { progress, hear, renew }: Heartbeat, signal: AbortSignal): Promise<void> => {
    const key = { id: job.id, owner };
    const folder = workFolderOf(mediaFolder, job.id);
    const giveBack = { state: 'waiting', tries: job.tries - 1 } as const;
    const begin = (step: JobStep) => {
      hear();
      Object.assign(progress, { step, fraction: fractionOf(step, 0), speed: null });
    };
    const onProgress = ({ fraction, speed }: { fraction: number; speed?: number | undefined }) => {
      hear();
      if (progress.step) progress.fraction = fractionOf(progress.step, fraction);
      progress.speed = speed ?? null;
    };
    const withNotice = createNotices(progress.notices);
    const onNotice = (notice: CodedText, isAtEnd = false) => {
      progress.notices = withNotice(progress.notices, notice, isAtEnd);
    };
    try {
      const obstacle = await findObstacle(job, folder);
      if (obstacle)
        return await endLease(db, key, { ...giveBack, next_try_at: lookForRoomAt(clock.now()), failure: obstacle });
      const protection = await findProtection(job);
      const { target } = job;
      const choices = isForEpisode(target) ? await chosenStyles(db, target.titleId) : undefined;
      const sound = isForSound(target) ? await planSound(options, { id: job.id, target }) : undefined;
      await runJob({
        ...{ source: job.source, folder, protection, choices, sound, signal },
        onStep: begin,
        onProgress,
        onNotice: (notice) => onNotice(notice),
      });
      signal.throwIfAborted();
      begin('publish');
      // From here on nobody may cancel it.
      if (!(await renew(leaseFrom(clock.now())))) throw new LeaseLostError(job.id);
      const moving = { signal, onProgress: (fraction: number) => onProgress({ fraction }) };
      for (const notice of await publishJob(options, job, moving)) onNotice(notice, true);
      await findMarks(job, signal);
      const { notices } = progress;
      const done = { state: 'done', step: null, fraction: 1, failure: null, log_tail: null } as const;
      await endLease(db, key, { ...done, notices, ended_at: clock.now() });
      await removeFolder(folder);
    } catch (error) {
      const reason: unknown = signal.aborted ? signal.reason : error;
      const now = clock.now();
      if (reason instanceof LeaseLostError) return leave(key, folder);
      if (reason instanceof WorkerStoppedError) return endLease(db, key, { ...giveBack, next_try_at: now });
      const isCoded = reason instanceof RunFailedError || reason instanceof IntakeError;
      const isFinal = isCoded ? reason.isFinal : isRefused(reason);
      if (!isCoded && !isFinal) failures.report(CAUSE, reason);
      const next = retryAt(job.tries, isFinal, now, random.fraction());
      const { step, fraction, notices } = progress;
      // Who deletes a source that is no use gets its room back. A retry links it again.
      if (!next) await unlinkSource(folder);
      await endLease(db, key, {
        ...(next ? { state: 'waiting', next_try_at: next } : { state: 'failed', ended_at: now }),
        step,
        fraction,
        notices,
        failure: failureFrom(reason),
        log_tail: reason instanceof RunFailedError ? reason.log.replaceAll('\0', '') : null,
      });
    }
  };

  const begin = (job: MediaJobRow): void => {
    const { id, step, fraction, notices } = job;
    const progress: JobProgress = { step, fraction, speed: null, notices };
    let heardMs = clock.now().getTime();
    const hear = () => void (heardMs = clock.now().getTime());
    const renew = (until: Date) => renewLease(db, { id, owner }, until, progress);
    /** Why the run must not go on: its silence, or its disk. */
    const check = async () => {
      if (clock.now().getTime() - heardMs > SILENT_MS) return new IntakeError('PROGRAM_STUCK', {});
      const gone = await whyNoFolder();
      if (gone !== undefined) return gone;
      return (await freeBytes(mediaFolder)) < RESERVED_BYTES / 2 ? new IntakeError('DISK_FULL', {}) : undefined;
    };
    loop.begin({
      name: id,
      leaseSeconds: LEASE_SECONDS,
      beatMs: BEAT_MS,
      renew: async (until) => ((await renew(until)) ? check() : new LeaseLostError(id)),
      run: (signal) => run(job, { progress, hear, renew }, signal),
    });
  };

  /** Leases the next job, or gives up one whose workers died. @returns whether to look for another one at once. */
  const takeNext = async (): Promise<boolean> => {
    const choiceOf = async (each: Connection) => {
      const now = clock.now();
      return chooseJob(await listSlots(each, now), { host, atOnce, now });
    };
    // Most looks find nothing, so they must not lock anything.
    if ((await choiceOf(db)) === undefined || !options.hasTools()) return false;
    const taken = await transact(async (tx) => {
      await lockJobs(tx);
      const choice = await choiceOf(tx);
      if (choice === undefined) return undefined;
      const now = clock.now();
      if ('take' in choice) return takeJob(tx, choice.take, { owner, host, now, leasedUntil: leaseFrom(now) });
      await giveUp(tx, choice.giveUp, now);
      return 'given up';
    });
    if (taken !== undefined && taken !== 'given up') begin(taken);
    return taken !== undefined;
  };

  /** Removes working folders that no job needs, such as those of a worker that died while a job was cancelled. */
  const sweep = async () => {
    const nowMs = clock.now().getTime();
    if (Math.abs(nowMs - sweptAtMs) < SWEEP_EVERY_MS) return;
    sweptAtMs = nowMs;
    const ids = await listWorkFolders(mediaFolder);
    const needed = await listWithFolder(db, ids, clock.now());
    for (const id of ids)
      if (!needed.has(id) && !loop.running.has(id)) await removeFolder(workFolderOf(mediaFolder, id));
  };

  /** Asks whether what waiting jobs say is still true. */
  const lookAtOthers = async () => {
    const now = clock.now();
    if (Math.abs(now.getTime() - lookedAtMs) < WAITING_EVERY_MS) return;
    lookedAtMs = now.getTime();
    const free = async () => ((await whyNoFolder()) ? undefined : freeBytes(mediaFolder).catch(() => undefined));
    await lookAtWaiting(db, { now, free }).catch((error: unknown) => failures.report(CAUSE, error));
  };

  const loop = createLeaseLoop({
    ...options,
    cause: CAUSE,
    retryMs: LOOK_EVERY_MS,
    async take(stopping) {
      await checkClock();
      await sweep();
      await lookAtOthers();
      while (!stopping.aborted && loop.running.size < atOnce && (await takeNext()));
      return LOOK_EVERY_MS;
    },
  });
  loop.plan(FIRST_LOOK_MS);
  // At the start, so that a folder that is missing later is one that is gone. Each job looks again.
  void whyNoFolder();
  return loop;
}
