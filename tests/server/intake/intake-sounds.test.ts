import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMediaPlaylist, playlistSeconds } from '#server/intake/package/media-playlist.ts';
import { createSoundSteps } from '#server/intake/sounds/sound-steps.ts';
import { soundsOfManifest } from '#server/intake/sounds/sound-manifests.ts';
import type { Protection } from '#server/lib/protection.ts';
import { ffmpeg, mediaTools } from '#tests/support/media/intake.ts';

const tools = mediaTools();
const PROTECTION: Protection = { scheme: 'cenc', keyId: `${'0'.repeat(31)}1`, key: `${'0'.repeat(31)}2` };
const WORK = {
  seconds: 6.5,
  segmentSeconds: 2,
  lang: 'ko',
  role: 'dub',
  label: '한국어 더빙',
  name: 'sound-ko',
} as const;

describe.skipIf(!tools)('a file of sound', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'bora-sound-steps-'));
    for (const file of ['dub.flac', 'dub.m4a', 'dub.mp3', 'dub.wav', 'dub.mka'])
      ffmpeg(tools!, root, '-f', 'lavfi', '-i', 'sine=f=500:d=6', '-ac', '1', file);
    ffmpeg(tools!, root, '-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=2', 'silent.mkv');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  async function make(file: string, protection?: Protection) {
    const folder = mkdtempSync(join(root, 'job-'));
    mkdirSync(folder, { recursive: true });
    for (const step of createSoundSteps(tools!, WORK))
      await step.run({
        source: join(root, file),
        folder,
        protection,
        signal: new AbortController().signal,
        progress: () => undefined,
        notice: () => undefined,
      });
    const packaged = (name: string) => readFileSync(join(folder, 'packaged', name), 'utf8');
    return { manifest: packaged('manifest.mpd'), playlist: packaged('sound-ko.m3u8') };
  }

  test.each(['dub.flac', 'dub.m4a', 'dub.mp3', 'dub.wav', 'dub.mka'])(
    '%s becomes a sound that is as long as the video',
    async (file) => {
      const { manifest, playlist } = await make(file);
      expect(soundsOfManifest(manifest)).toMatchObject([{ name: 'sound-ko', lang: 'ko', role: 'dub' }]);
      expect(playlistSeconds(readMediaPlaylist(playlist)!)).toBeCloseTo(6.5, 3);
    },
  );

  test('is encrypted with the key of its video', async () => {
    const { manifest } = await make('dub.flac', PROTECTION);
    expect(manifest).toContain('cenc:default_KID="00000000-0000-0000-0000-000000000001"');
  });

  test('without a sound is refused', async () => {
    await expect(make('silent.mkv')).rejects.toMatchObject({ code: 'SOURCE_NO_SOUND' });
  });
});
