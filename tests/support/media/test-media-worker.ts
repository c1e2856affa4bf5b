import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createTransact, type Connection } from '#server/db/open.ts';
import type { CheckClock } from '#server/db/right-clock.ts';
import type { ClipFile } from '#server/intake/clip-file.ts';
import { STILL_FILE } from '#server/intake/encode/picture-arguments.ts';
import type { RunJob } from '#server/intake/run-job.ts';
import { runSteps } from '#server/intake/run-steps.ts';
import { RESULTS } from '#server/intake/steps/results.ts';
import { STEP_NAMES, type Step, type StepName } from '#server/intake/steps/step.ts';
import type { CodedText } from '#server/intake/texts/coded-text.ts';
import type { MakePicture } from '#server/catalogue/pictures/make-picture.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { startMediaWorker } from '#server/intake/worker.ts';
import type { Worker } from '#server/lib/lease-loop.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import type { ServerClock } from '#tests/support/server/server-clock.ts';
import { createTestTimers } from '#tests/support/test-timers.ts';

/** Result of a test's last step. */
const CLIP: ClipFile = {
  durationSeconds: 61.4,
  bytes: 1000,
  renditions: [],
  drawings: [],
  styles: [],
  chapters: [],
  notices: [],
  fingerprint: '',
  audio: [{ lang: 'ja', role: 'main', label: '원어 (일본어)', path: 'sound-ja.mp4' }],
  streams: [
    { protocol: 'dash', path: 'manifest.mpd' },
    { protocol: 'hls', path: 'main.m3u8' },
  ],
  subtitles: [
    { lang: 'ko', role: 'forced', label: '한국어 (간판)', path: 'signs.vtt' },
    { lang: 'ko', role: 'subtitle', label: '한국어', path: 'ko.vtt' },
  ],
  thumbnails: { path: 'previews.jpg', interval: 10, columns: 5, rows: 5, width: 160, height: 90 },
};

const WRITE: Record<StepName, (path: string, steps: TestSteps) => Promise<unknown>> = {
  probe: (path) => writeFile(path, '{}'),
  plan: (path) => writeFile(path, '{}'),
  encode: (path) => mkdir(path),
  async package(path) {
    await mkdir(path);
    for (const file of ['manifest.mpd', 'main.m3u8', 'ko.vtt', 'signs.vtt', 'previews.jpg', STILL_FILE])
      await writeFile(join(path, file), file);
  },
  inspect: (path, { fingerprint, chapters }) => writeFile(path, JSON.stringify({ ...CLIP, fingerprint, chapters })),
};

/** Behaviour of a test's steps, and a record of their runs. */
export interface TestSteps {
  /** Steps begun, by the worker that began them. */
  begun: string[];
  /** A step that never ends: its worker is as good as dead, or its encoder hangs. */
  hangsAt: StepName | undefined;
  /** Fingerprint of the next clips. */
  fingerprint: string;
  /** Chapters of the next clips. */
  chapters: ClipFile['chapters'];
  /** The next run fails with this. */
  fails: Error | undefined;
  /** The notices of each step. */
  notices: readonly CodedText[];
}

export const createTestSteps = (): TestSteps => ({
  begun: [],
  hangsAt: undefined,
  fingerprint: '',
  chapters: [],
  fails: undefined,
  notices: [],
});

const runAs =
  (worker: string, steps: TestSteps): RunJob =>
  async ({ source, folder, signal, onStep, onProgress, onNotice }) => {
    const make = (name: StepName): Step => ({
      name,
      async run(context) {
        steps.begun.push(`${worker} ${name}`);
        const { fails } = steps;
        steps.fails = undefined;
        if (fails) throw fails;
        steps.notices.forEach((each) => context.notice(each));
        context.progress({ fraction: 0.5, speed: 2 });
        if (steps.hangsAt === name)
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
        await WRITE[name](join(context.folder, RESULTS[name]), steps);
      },
    });
    await runSteps(STEP_NAMES.map(make), {
      source,
      folder,
      signal,
      begin: onStep,
      progress: onProgress,
      notice: onNotice,
    });
  };

/** A worker whose timers fire only on demand: one that is left alone is as good as dead. */
export interface TestMediaWorker extends Worker {
  told: { cause: string; error?: unknown }[];
  /** Looks for jobs once, and begins what is free. */
  look(): Promise<void>;
  /** Renews the leases of its runs. */
  beat(): Promise<void>;
  free: { bytes: number };
}

const BEAT_MS = 3_000;
const LOOKS_MS = [0, 2_000, 5_000];

export function startTestMediaWorker(options: {
  name: string;
  host?: string;
  atOnce?: number;
  db: Connection;
  clock: ServerClock;
  /** Default: the clock is right. */
  checkClock?: CheckClock;
  steps: TestSteps;
  mediaFolder: string;
  /** Default: the folder. */
  mediaStore?: MediaStore;
  /** Default: the test's steps. */
  runJob?: RunJob;
  /** Default: refuses all. */
  makePicture?: MakePicture;
}): TestMediaWorker {
  const { name, db, clock, steps, mediaFolder, mediaStore = createFolderStore(mediaFolder) } = options;
  const { checkClock = () => Promise.resolve() } = options;
  const timers = createTestTimers();
  const told: TestMediaWorker['told'] = [];
  const free = { bytes: 100 * 1024 ** 3 };
  const worker = startMediaWorker({
    db,
    transact: createTransact(db),
    owner: name,
    host: options.host ?? name,
    atOnce: options.atOnce ?? 1,
    clock,
    checkClock,
    mediaFolder,
    mediaStore,
    catalogueFolder: mediaFolder,
    random: { fraction: () => 0, uuid: randomUUID },
    failures: { report: (cause, error) => told.push({ cause, error }), works: () => undefined },
    runJob: options.runJob ?? runAs(name, steps),
    makePicture: options.makePicture ?? (() => Promise.reject(new RefusedError('No picture is expected.'))),
    hasTools: () => true,
    freeBytes: () => Promise.resolve(free.bytes),
    schedule: timers.schedule,
  });
  const isLook = (ms: number) => LOOKS_MS.includes(ms);

  return {
    told,
    free,
    async look() {
      await expect.poll(() => timers.count(isLook)).toBe(1);
      timers.fire(isLook);
      await expect.poll(() => timers.count(isLook)).toBe(1);
    },
    async beat() {
      const isBeat = (ms: number) => ms === BEAT_MS;
      await expect.poll(() => timers.count(isBeat)).toBeGreaterThan(0);
      timers.fire(isBeat);
    },
    stop: () => worker.stop(),
  };
}
