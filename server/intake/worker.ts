import { CatalogueError } from '../catalogue/format/index.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { CheckClock } from '../db/right-clock.ts';
import type { MediaJobRow } from '../db/tables.ts';
import type { JobFailures } from '../jobs/job.ts';
import { RefusedError } from '../lib/refused-error.ts';
import type { Clock } from '../lib/clock.ts';
import { createLastingFolder } from '../lib/lasting-folder.ts';
import { later, type Later } from '../lib/later.ts';
import type { Random } from '../lib/random.ts';
import { withTimeout } from '../lib/timeout.ts';
import { freeBytesOf } from './disk.ts';
import type { MediaStore } from '../providers/media-store.ts';
import { codedFailure, failureOf, IntakeError } from './intake-error.ts';
import { isForEpisode } from './job.ts';
import { findMarksInTitle } from './marks/find-in-title.ts';
import { clipIdOf, listWorkFolders, makeFolder, removeFolder, workFolderOf } from './media-folder.ts';
import { withNotice } from './notices.ts';
import { publishJob } from './publish.ts';
import {
  BEAT_MS,
  chooseJob,
  fractionOf,
  leaseFrom,
  lookForRoomAt,
  missingRoom,
  RESERVED_BYTES,
  retryAt,
  SILENT_MS,
} from './rules.ts';
import type { ClipKeys } from '../protection/index.ts';
import { RunFailedError, type RunJob } from './run-job.ts';
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

/** Delay of the first look, in ms: the start of the process comes first. */
const FIRST_LOOK_MS = 2_000;
const LOOK_EVERY_MS = 5_000;
/** Time for runs to end when the worker stops, in ms. */
const STOP_WITHIN_MS = 2_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/** Another worker may have the job, or an operator has cancelled or removed it. */
class LostError extends Error {
  override readonly name = 'LostError';
}

export interface MediaWorkerOptions {
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
  clock: Clock;
  /** Called before a job is taken: a worker whose clock is wrong takes none. */
  checkClock: CheckClock;
  random: Pick<Random, 'fraction'>;
  failures: JobFailures;
  /** Keys of protected clips; without them, a machine leaves such jobs to others. */
  clipKeys?: ClipKeys | undefined;
  runJob: RunJob;
  /** Without its tools, a machine leaves the jobs to others. */
  hasTools(): boolean;
  freeBytes?: (folder: string) => Promise<number>;
  schedule?: Later;
}

export interface MediaWorker {
  /** Starts no further run, ends the current ones and gives their jobs back, up to a timeout. */
  stop(): Promise<void>;
}

const isRefused = (error: unknown): error is Error => error instanceof RefusedError || error instanceof CatalogueError;

const failureFrom = (error: unknown): CodedText =>
  isRefused(error)
    ? failureOf('CATALOGUE_REFUSED', { detail: error.message })
    : error instanceof RunFailedError
      ? { code: error.code, params: error.params, message: error.message }
      : codedFailure(error);

/** Works on the media jobs of the database, each under a lease, so that any number of workers share them. */
export function startMediaWorker(options: MediaWorkerOptions): MediaWorker {
  const { db, transact, owner, host, atOnce, mediaFolder, clock, checkClock, random, failures, runJob } = options;
  const { freeBytes = freeBytesOf, schedule = later } = options;
  const openFolder = createLastingFolder(mediaFolder);
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let looking: Promise<void> | undefined;
  let cancelLook: () => void = () => undefined;
  let sweptAtMs = -Infinity;

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

  /** Renews the lease, stores the progress, and watches the disk and the silence of the run. */
  const hold = (lease: Lease, progress: JobProgress, heard: () => number, abort: (reason: Error) => void) => {
    let leasedUntil = leaseFrom(clock.now());
    let isHeld = true;
    let cancel: () => void = () => undefined;
    const renew = async () => {
      const until = leaseFrom(clock.now());
      if (!(await renewLease(db, lease, until, progress))) throw new LostError('lost the lease of a media job');
      leasedUntil = until;
    };
    const beat = async () => {
      try {
        await renew();
        if (clock.now().getTime() - heard() > SILENT_MS) abort(new IntakeError('PROGRAM_STUCK', {}));
        const gone = await whyNoFolder();
        if (gone !== undefined) abort(gone);
        else if ((await freeBytes(mediaFolder)) < RESERVED_BYTES / 2) abort(new IntakeError('DISK_FULL', {}));
      } catch (error) {
        if (error instanceof LostError) abort(error);
        else {
          failures.report('media jobs', error);
          if (clock.now() >= leasedUntil) abort(new LostError('could not renew the lease of a media job'));
        }
      }
      if (isHeld) plan();
    };
    const plan = () => {
      cancel = schedule(() => void beat(), BEAT_MS);
    };
    plan();
    return {
      renew,
      letGo() {
        isHeld = false;
        cancel();
      },
    };
  };

  /** Cleans up when the job is not ours any more. */
  const leave = async (lease: Lease, folder: string) => {
    const [row] = await findByStart(db, lease.id);
    const isEnded = row === undefined || (row.owner === owner && row.state !== 'running');
    if (!isEnded) return;
    await removeFolder(folder);
    await endCancelled(db, lease);
  };

  /** @throws IntakeError without the key of a clip that is to be protected. */
  const findProtection = async ({ id, target }: MediaJobRow) => {
    if (!isForEpisode(target) || target.protection === undefined) return undefined;
    try {
      const found = await options.clipKeys?.find(db, clipIdOf(id));
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
      failures.report('media jobs', error);
    }
  };

  const run = async (job: MediaJobRow): Promise<void> => {
    const lease = { id: job.id, owner };
    const folder = workFolderOf(mediaFolder, job.id);
    const ending = new AbortController();
    const progress: JobProgress = { step: job.step, fraction: job.fraction, speed: null, notices: job.notices };
    let heardAtMs = clock.now().getTime();
    const hear = () => (heardAtMs = clock.now().getTime());
    const addNotice = (notice: CodedText) => {
      progress.notices = withNotice(progress.notices, notice);
    };
    const held = hold(
      lease,
      progress,
      () => heardAtMs,
      (reason) => ending.abort(reason),
    );
    const signal = AbortSignal.any([stopping.signal, ending.signal]);
    try {
      const wait = (failure: CodedText) =>
        endLease(db, lease, {
          ...{ state: 'waiting', tries: job.tries - 1, next_try_at: lookForRoomAt(clock.now()), failure },
        });
      const gone = await whyNoFolder();
      if (gone !== undefined) return await wait(gone);
      await makeFolder(folder);
      const noRoom = isFinished(folder, 'encode')
        ? undefined
        : missingRoom(job.source_bytes, await freeBytes(mediaFolder));
      if (noRoom !== undefined) return await wait(failureOf('WAITING_FOR_ROOM', noRoom));
      const protection = await findProtection(job);
      await runJob({
        ...{ source: job.source, folder, protection, signal, onNotice: addNotice },
        onStep(step) {
          hear();
          Object.assign(progress, { step, fraction: fractionOf(step, 0), speed: null });
        },
        onProgress({ fraction, speed }) {
          hear();
          if (progress.step) progress.fraction = fractionOf(progress.step, fraction);
          progress.speed = speed ?? null;
        },
      });
      signal.throwIfAborted();
      Object.assign(progress, { step: 'publish', fraction: fractionOf('publish', 0), speed: null });
      // From here on nobody may cancel it.
      await held.renew();
      const moving = {
        signal,
        onProgress(fraction: number) {
          hear();
          progress.fraction = fractionOf('publish', fraction);
        },
      };
      (await publishJob(options, job, moving)).forEach(addNotice);
      await findMarks(job, signal);
      await endLease(db, lease, {
        ...{ state: 'done', step: null, fraction: 1, notices: progress.notices, ended_at: clock.now() },
        ...{ failure: null, log_tail: null },
      });
      await removeFolder(folder);
    } catch (error) {
      const reason = ending.signal.aborted ? (ending.signal.reason as Error) : error;
      const now = clock.now();
      if (reason instanceof LostError) await leave(lease, folder);
      else if (stopping.signal.aborted)
        await endLease(db, lease, { state: 'waiting', tries: job.tries - 1, next_try_at: now });
      else {
        const isFinal =
          isRefused(reason) || ((reason instanceof RunFailedError || reason instanceof IntakeError) && reason.isFinal);
        const isExplained = isFinal || reason instanceof RunFailedError || reason instanceof IntakeError;
        if (!isExplained) failures.report('media jobs', reason);
        const next = retryAt(job.tries, isFinal, now, random.fraction());
        await endLease(db, lease, {
          ...(next ? { state: 'waiting', next_try_at: next } : { state: 'failed', ended_at: now }),
          ...{ step: progress.step, fraction: progress.fraction, notices: progress.notices },
          failure: failureFrom(reason),
          log_tail: reason instanceof RunFailedError ? reason.log.replaceAll('\0', '') : null,
        });
      }
    } finally {
      held.letGo();
    }
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
    if (taken === undefined) return false;
    if (taken === 'given up') return true;
    const work = run(taken)
      // The lease expires, and the next worker goes on.
      .catch((error: unknown) => failures.report('media jobs', error))
      .finally(() => {
        running.delete(taken.id);
        if (!looking) plan(0);
      });
    running.set(taken.id, work);
    return true;
  };

  /** Removes working folders that no job needs, such as those of a worker that died while a job was cancelled. */
  const sweep = async () => {
    const nowMs = clock.now().getTime();
    if (Math.abs(nowMs - sweptAtMs) < SWEEP_EVERY_MS) return;
    sweptAtMs = nowMs;
    const ids = await listWorkFolders(mediaFolder);
    const needed = await listWithFolder(db, ids, clock.now());
    for (const id of ids) if (!needed.has(id) && !running.has(id)) await removeFolder(workFolderOf(mediaFolder, id));
  };

  const look = async (): Promise<void> => {
    await checkClock();
    await sweep();
    while (!stopping.signal.aborted && running.size < atOnce && (await takeNext()));
    failures.works('media jobs');
  };

  const plan = (ms: number): void => {
    cancelLook();
    if (stopping.signal.aborted) return;
    cancelLook = schedule(() => {
      looking = look()
        .catch((error: unknown) => failures.report('media jobs', error))
        .then(() => {
          looking = undefined;
          plan(LOOK_EVERY_MS);
        });
    }, ms);
  };
  plan(FIRST_LOOK_MS);
  // At the start, so that a folder that is missing later is one that is gone. Each job looks again.
  void whyNoFolder();

  return {
    async stop() {
      stopping.abort(new Error('the worker stops'));
      cancelLook();
      const ended = async () => {
        await looking;
        await Promise.all(running.values());
      };
      await withTimeout(STOP_WITHIN_MS, ended(), schedule).catch(() => undefined);
    },
  };
}
