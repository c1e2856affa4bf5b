import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMediaJob } from '#contract/console/media.ts';
import { createTransact } from '#server/db/open.ts';
import { createMediaOperations } from '#server/intake/operations.ts';
import { createRunInChild } from '#server/intake/run-in-child.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { ffmpeg, mediaTools } from '#tests/support/media/intake.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabases } from '#tests/support/server/server-database.ts';
import { createTestSteps, startTestMediaWorker } from '#tests/support/media/test-media-worker.ts';

/* Failures and notices on their way: from the program that works on a video through the row to the console. */

// The program runs at the lowest priority.

const tools = mediaTools();
const checkout = join(import.meta.dirname, '../../..');
/** Inside the checkout, because the program imports packages. */
const programs = join(checkout, 'node_modules/.cache', `bora-child-${randomUUID()}`);

beforeAll(() =>
  build({
    absWorkingDir: checkout,
    entryPoints: ['server/intake/child.ts'],
    outdir: programs,
    entryNames: '[name]',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
  }),
);
afterAll(() => rm(programs, { recursive: true, force: true }));

async function open() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'bora-child-')));
  const { databases, close } = await openTestDatabases();
  const { kysely: db } = databases[0];
  const [clock, mediaFolder] = [createServerClock(), join(folder, 'media')];
  const media = createMediaOperations({
    db,
    transact: createTransact(db),
    clock,
    random: systemRandom,
    catalogueFolder: folder,
    mediaFolder,
    mediaStore: createFolderStore(mediaFolder),
    findTools: () => undefined,
    isOnlyWorker: true,
    record: recordNothing,
  });
  const work = async (program: string) => {
    const worker = startTestMediaWorker({
      name: 'one',
      db,
      clock,
      mediaFolder,
      steps: createTestSteps(),
      runJob: createRunInChild(program, {}),
    });
    await worker.look();
    return worker;
  };
  /** The answer to a console. */
  const answer = async (id: string) => getMediaJob.reply.parse(await media.show(id));
  return { folder, media, work, answer, close };
}

test.runIf(tools !== undefined)('codes and parameters of a video reach the console', async () => {
  const { folder, media, work, answer, close } = await open();
  ffmpeg(tools!, folder, '-f', 'lavfi', '-i', 'testsrc2=s=64x36:r=12:d=1', '-c:v', 'libx264', 'silent.mkv');
  await writeFile(join(folder, 'silent.ko.stl'), '<SAMI>');
  const [empty, silent] = [join(folder, 'empty.mkv'), join(folder, 'silent.mkv')];
  await writeFile(empty, 'video');
  const [failing] = await media.addAdvertisementClips([{ source: empty, name: '빈 영상.mkv' }]);
  const [made] = await media.addAdvertisementClips([{ source: silent }]);
  await truncate(empty);
  const worker = await work(join(programs, 'child.js'));
  // Both were added at once, so either is the first.
  await expect
    .poll(async () => {
      await worker.look();
      return [(await answer(failing!.id)).state, (await answer(made!.id)).state];
    })
    .toEqual(['failed', 'done']);

  expect(await answer(failing!.id)).toMatchObject({
    last_error: '"빈 영상.mkv" is empty (0 bytes). Copy the file again and add it again.',
    last_error_code: { code: 'SOURCE_EMPTY', params: { name: '"빈 영상.mkv"' } },
    notices: [],
  });
  expect(await answer(made!.id)).toMatchObject({
    notices: [
      'The source has no sound: the clip is silent.',
      'Subtitle file "silent.ko.stl" cannot be read and is left out. Add the same subtitles as .srt, .smi, .ass or .vtt.',
    ],
    notice_codes: [
      { code: 'SOUND_MISSING', params: {} },
      { code: 'SUBTITLE_UNSUPPORTED', params: { file: '"silent.ko.stl"' } },
    ],
    last_error: null,
    last_error_code: null,
  });
  await worker.stop();
  await close();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ['ends', 'process.exit(7)', { code: 'PROGRAM_ENDED', params: { exit: 7 } }, /ended with code 7\.$/],
  ['is killed', 'process.kill(process.pid, "SIGKILL")', { code: 'PROGRAM_KILLED' }, /was killed \(SIGKILL\)/],
])('a program that %s without a word is a failure with a code', async (_, text, code, message) => {
  const { folder, media, work, answer, close } = await open();
  const [source, program] = [join(folder, 'fox.mkv'), join(folder, 'program.mjs')];
  await writeFile(source, 'video');
  await writeFile(program, text);
  const [job] = await media.addAdvertisementClips([{ source }]);
  const worker = await work(program);
  await expect.poll(async () => (await answer(job!.id)).last_error).toMatch(message);
  expect(await answer(job!.id)).toMatchObject({ state: 'waiting', last_error_code: code });
  await worker.stop();
  await close();
  await rm(folder, { recursive: true, force: true });
});

test('the end of a long log is kept, where a tool says why it failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bora-child-'));
  const program = join(folder, 'program.mjs');
  await writeFile(program, `process.stderr.write('banner ' + '.'.repeat(200_000) + ' reason', () => process.exit(1));`);
  const running = createRunInChild(
    program,
    {},
  )({
    source: join(folder, 'fox.mkv'),
    folder,
    signal: new AbortController().signal,
    onStep: () => undefined,
    onProgress: () => undefined,
    onNotice: () => undefined,
  });
  const { log } = (await running.catch((error: unknown) => error)) as { log: string };
  expect(log.slice(-7)).toBe(' reason');
  expect(log).not.toContain('banner');
  await rm(folder, { recursive: true });
});
