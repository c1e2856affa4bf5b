import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makePlan } from '#server/intake/plan/make-plan.ts';
import type { RunTool } from '#server/intake/run-tool.ts';
import { createPackageStep } from '#server/intake/steps/package-step.ts';
import { sourceOf, soundOf } from '#tests/support/media/intake-source.ts';

test('a package has what the packager wrote, the playlists, the previews, the still picture and the subtitles', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bora-package-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const plan = makePlan(sourceOf({ sounds: [soundOf(1)] }));
  await writeFile(join(folder, 'plan.json'), JSON.stringify(plan));
  await mkdir(join(folder, 'encoded'));
  const subtitles = [{ file: 'ko.vtt', lang: 'ko', role: 'subtitle', label: '한국어', sheets: ['ko-1.webp'] }];
  await writeFile(join(folder, 'encoded/encoded.json'), JSON.stringify({ subtitles }));
  for (const file of ['previews.webp', 'still.webp', 'ko.vtt', 'ko-1.webp'])
    await writeFile(join(folder, 'encoded', file), file);

  const { signal } = new AbortController();
  const names = [...plan.renditions, ...plan.sounds].map(({ name }) => name);
  const asked: unknown[] = [];
  const packager = (async (tool: string, work: { folder: string; signal: AbortSignal; secret?: unknown }) => {
    asked.push([tool, work.signal === signal, work.secret]);
    const representations = names.map(
      (name) =>
        `<Representation id="0" bandwidth="800" codecs="avc1.64001e"><BaseURL>${name}.mp4</BaseURL><SegmentBase indexRange="877-944" timescale="24000"><Initialization range="0-876"/></SegmentBase></Representation>`,
    );
    await writeFile(
      join(work.folder, 'manifest.mpd'),
      `<MPD mediaPresentationDuration="PT24M0S">${representations.join('')}</MPD>`,
    );
    for (const name of names)
      await writeFile(
        join(work.folder, `${name}.m3u8`),
        `#EXTM3U\n#EXT-X-MAP:URI="${name}.mp4",BYTERANGE="900@0"\n#EXTINF:2.002,\n#EXT-X-BYTERANGE:50@1000\n${name}.mp4\n#EXT-X-ENDLIST\n`,
      );
    return { messages: '' };
  }) as unknown as RunTool;
  await createPackageStep(packager).run({
    ...{ source: '/videos/a.mkv', folder, signal },
    progress: () => undefined,
    notice: () => undefined,
  });
  const files = await readdir(join(folder, 'packaged'));
  expect(files).toEqual(
    expect.arrayContaining([
      ...['manifest.mpd', 'previews.webp', 'still.webp', 'ko.vtt', 'ko-1.webp'],
      ...names.map((name) => `${name}.m3u8`),
    ]),
  );
  expect(asked).toEqual([['packager', true, undefined]]);
});
