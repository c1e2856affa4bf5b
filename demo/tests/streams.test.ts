import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { peakBitRate, sustainedBitRate } from '../clips/bit-rates.ts';
import { boxesIn, positionsInRun } from '../clips/boxes.ts';
import { startAtZero } from '../clips/edit-list.ts';
import { films } from '../clips/films/index.ts';
import { readLayout } from '../clips/layout.ts';
import { manifestsOf } from '../clips/manifests.ts';
import { tracksOf } from '../clips/renditions.ts';
import { sealedClips, sealedTracks } from '../clips/sealed.ts';
import { readTracks } from '../clips/tracks.ts';

const media = fileURLToPath(new URL('../catalogue/media', import.meta.url));
const text = (...path: string[]) => readFile(join(media, ...path), 'utf8');

const openClips = films.map((film) => ({ id: film.id, seconds: film.seconds, tracks: tracksOf(film), keyId: null }));
const clips = [
  ...openClips,
  ...sealedClips.map(({ id, of, keyId }) => {
    const { seconds } = films.find((film) => film.id === of)!;
    return { id, seconds, tracks: sealedTracks, keyId };
  }),
].map((clip) => [clip.id, clip] as const);

interface Representation {
  file: string;
  bandwidth: number;
}
const representationsIn = (manifest: string): Representation[] =>
  [...manifest.matchAll(/<Representation [^>]*bandwidth="(\d+)">[\s\S]*?<BaseURL>([^<]+)/g)].map(
    ([, bandwidth, file = '']) => ({ file, bandwidth: Number(bandwidth) }),
  );

describe.each(clips)('the streams of %s', (id, { seconds, tracks, keyId }) => {
  test('have the generated manifests, and every media file is in a manifest', async () => {
    const made = manifestsOf(await readTracks(tracks, join(media, id)), seconds, keyId === null ? null : { keyId });
    for (const [name, written] of Object.entries(made)) expect(await text(id, name), name).toBe(written);
    const others = /\.vtt$|^previews\.webp$|^download\.mp4$/;
    const files = (await readdir(join(media, id))).filter((name) => !others.test(name));
    expect(files.sort()).toEqual([...Object.keys(made), ...tracks.map(({ file }) => file)].sort());
  });

  test('need no more than the declared bandwidth, wherever playback starts', async () => {
    const manifest = await text(id, 'manifest.mpd');
    const buffer = Number(/minBufferTime="PT(\d+)S"/.exec(manifest)?.[1]);
    for (const { file, bandwidth } of representationsIn(manifest)) {
      const { init, segments } = readLayout(await readFile(join(media, id, file)), file);
      segments.forEach((_, first) => {
        // Bits received by the time each segment is needed.
        let needed = init[1] * 8;
        let turn = buffer;
        for (const segment of segments.slice(first)) {
          needed += segment.size * 8;
          expect(bandwidth * turn, `${file} from ${first}`).toBeGreaterThanOrEqual(needed);
          turn += segment.seconds;
        }
      });
    }
  });

  test('declare aligned segments that start with key frames', async () => {
    const sets = (await text(id, 'manifest.mpd')).match(/<AdaptationSet [^>]*>/g) ?? [];
    expect(sets.length).toBeGreaterThanOrEqual(2);
    for (const set of sets) expect(set).toMatch(/subsegmentAlignment="true" subsegmentStartsWithSAP="1"/);
  });

  test('present the first frame at 0 without negative composition offsets', async () => {
    for (const { file } of tracks.filter(({ codec }) => codec === 'h264')) {
      const bytes = await readFile(join(media, id, file));
      const edit = bytes.indexOf('elst') + 4;
      expect(bytes.readUInt32BE(edit + 4), `${file}: edits`).toBe(1);
      const mediaTime = bytes.readUInt32BE(edit + 12);
      const starts = boxesIn(bytes)
        .filter(({ type }) => type === 'moof')
        .map((moof) => {
          const [, traf] = boxesIn(bytes, moof.start + 8, moof.end);
          const parts = boxesIn(bytes, traf!.start + 8, traf!.end);
          const trun = parts.find(({ type }) => type === 'trun')!;
          const tfdt = parts.find(({ type }) => type === 'tfdt')!;
          const run = bytes.subarray(trun.start, trun.end);
          expect(run.readUInt8(8), 'unsigned offsets').toBe(0);
          const [first] = positionsInRun(run, 'compositionOffset')!;
          const decoded = bytes.readBigUInt64BE(tfdt.start + 12);
          // Players without edit lists use the decode time as the start of the segment.
          expect(run.readUInt32BE(first!)).toBe(mediaTime);
          return Number(decoded);
        });
      expect(starts[0]).toBe(0);
      expect(starts).toEqual(starts.map((_, index) => index * starts[1]!));
      expect(startAtZero(bytes).equals(bytes), 'a second time changes nothing').toBe(true);
    }
  });
});

describe.each(openClips.map((clip) => [clip.id, clip] as const))('HLS of %s', (id) => {
  test('offers one codec family, so that players can switch between all variants', async () => {
    const families = [...(await text(id, 'master.m3u8')).matchAll(/CODECS="([^"]+)"/g)].map(([, codecs]) =>
      codecs?.replace(/\.[^,]+/g, ''),
    );
    expect(new Set(families)).toEqual(new Set(['avc1,mp4a']));
  });

  test('starts with the same audio as DASH', async () => {
    const manifest = await text(id, 'manifest.mpd');
    const sounds = [...manifest.matchAll(/contentType="audio"[^>]* lang="(\w+)"[\s\S]*?Role [^>]*value="(\w+)"/g)];
    const mains = sounds.filter(([, , role]) => role === 'main').map(([, lang]) => lang);
    const groups = [...(await text(id, 'master.m3u8')).matchAll(/LANGUAGE="(\w+)",DEFAULT=(\w+),AUTOSELECT=(\w+)/g)];
    const defaults = groups.filter(([, , isDefault]) => isDefault === 'YES').map(([, lang]) => lang);
    expect(defaults).toHaveLength(1);
    expect(new Set(mains)).toEqual(new Set(defaults));
    expect(sounds[0]?.[1]).toBe(defaults[0]);
    expect(groups.filter(([, , , isAutomatic]) => isAutomatic === 'YES')).toHaveLength(1);
  });

  test('declares the peak of the segments with the heaviest audio, and a lower average', async () => {
    const master = await text(id, 'master.m3u8');
    const heaviest = async (names: readonly string[]) =>
      Math.max(
        ...(await Promise.all(names.map((name) => text(id, name)))).flatMap((playlist) =>
          [...playlist.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)/g)]
            .map(([, seconds, size]) => ({ seconds: Number(seconds), size: Number(size) }))
            .filter(({ seconds }) => seconds >= 1)
            .map(({ seconds, size }) => (size * 8) / seconds),
        ),
      );
    const sound = await heaviest([...master.matchAll(/URI="([^"]+)"/g)].map(([, name = '']) => name));
    const variants = [...master.matchAll(/:BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+),.*\n(.+)/g)];
    expect(variants.length).toBeGreaterThanOrEqual(2);
    for (const [, peak, average, playlist = ''] of variants) {
      expect(Number(peak)).toBeGreaterThanOrEqual((await heaviest([playlist])) + sound);
      expect(Number(average)).toBeLessThan(Number(peak));
    }
  });
});

describe('bit rates', () => {
  const segment = (bytes: number, seconds = 2) => ({ offset: 0, size: bytes, seconds });
  const layoutOf = (...segments: ReturnType<typeof segment>[]) => ({
    init: [0, 0] as const,
    index: [1, 1] as const,
    segments,
    bytes: segments.reduce((sum, { size }) => sum + size, 2),
  });

  test('a busy stretch after a calm one determines the sustained bit rate', () => {
    const calm = segment(1_000);
    const busy = segment(10_000);
    const { segments, bytes } = layoutOf(calm, calm, busy, busy, calm);
    // From the first busy segment on: two segments within the buffer plus one segment's time.
    expect(sustainedBitRate(layoutOf(...segments), 4)).toBe(Math.ceil(((2 + 20_000) * 8) / 6));
    expect(Math.ceil((bytes * 8) / 10)).toBeLessThan(sustainedBitRate(layoutOf(...segments), 4));
  });

  test('the sustained bit rate is at least the average of the file', () => {
    const even = layoutOf(...Array.from({ length: 50 }, () => segment(1_000)));
    expect(sustainedBitRate(even, 4)).toBe(Math.ceil((even.bytes * 8) / 100));
  });

  test('the peak ignores a remainder that is too short', () => {
    expect(peakBitRate([segment(1_000), segment(2_000), segment(500, 0.1)], 2)).toBe(Math.ceil((2_500 * 8) / 2.1));
  });
});

describe('the clip with two sounds and the encrypted one', () => {
  test('the original comes first as the main audio track, and the dub is declared as one', async () => {
    const sounds = [
      ...(await text('cloud-mail', 'manifest.mpd')).matchAll(/ lang="(\w+)"[\s\S]*?Role [^>]*value="(\w+)"/g),
    ].map(([, lang, role]) => `${lang} ${role}`);
    expect(sounds).toEqual(['ja main', 'ja main', 'ko dub', 'ko dub']);
  });

  test('one episode has a described sound, which no other manifest of its film has', async () => {
    const soundsOf = async (name: string) =>
      [...(await text('harbor-dawn', name)).matchAll(/<Role [^>]*value="(\w+)"/g)].map(([, role]) => role);
    expect(await soundsOf('manifest-described.mpd')).toEqual(['main', 'main', 'description', 'description']);
    expect(await soundsOf('manifest.mpd')).toEqual(['main', 'main']);
    expect(await text('harbor-dawn', 'master-described.m3u8')).toContain('public.accessibility.describes-video');
    expect(await text('harbor-dawn', 'master.m3u8')).not.toContain('aac-description');
  });

  test('ClearKey has its own scheme, and the common system its box', async () => {
    const manifest = await text('night-train-sealed', 'manifest.mpd');
    const schemes = [...manifest.matchAll(/<ContentProtection schemeIdUri="([^"]+)"/g)].map(([, scheme]) => scheme);
    expect(new Set(schemes)).toEqual(
      new Set(['urn:mpeg:dash:mp4protection:2011', 'urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e']),
    );
    const box = Buffer.from(/<cenc:pssh>([^<]+)/.exec(manifest)?.[1] ?? '', 'base64').toString('hex');
    expect(box).toContain('1077efecc0b24d02ace33c1e52e2fb4b');
    expect(box).toContain(sealedClips[0]!.keyId);
  });
});
