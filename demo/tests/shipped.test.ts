import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readLayout } from '../clips/layout.ts';
import { films } from '../clips/films/index.ts';
import {
  checkCatalogue,
  readCatalogue,
  type AdvertisementRecord,
  type ClipRecord,
  type ProfileImageRecord,
  type ThemeRecord,
  type TitleRecord,
} from '../../server/catalogue/format/index.ts';

const folder = fileURLToPath(new URL('../catalogue', import.meta.url));
const sourced = await readCatalogue(folder);
const ofKind = <R extends { kind: string }>(kind: R['kind']) =>
  sourced.flatMap(({ record }) => (record.kind === kind ? [record as unknown as R] : []));
const titles = ofKind<TitleRecord>('title');
const clips = ofKind<ClipRecord>('clip');
const advertisements = ofKind<AdvertisementRecord>('advertisement');
const isAdvertisement = ({ id }: ClipRecord) => advertisements.some(({ clip }) => clip === id);
const isTrailer = ({ id }: ClipRecord) => titles.some(({ trailer }) => trailer === id);
/** Without subtitles, previews and the middle size. */
const isShort = (clip: ClipRecord) => isAdvertisement(clip) || isTrailer(clip);
const isSealed = ({ streams }: ClipRecord) => streams.some(({ drm }) => drm !== undefined);
/** Whether a clip has the original audio and a Korean dub. */
const isDubbed = ({ id }: ClipRecord) => films.some((film) => film.id === id && film.dub !== undefined);
const isDescribed = ({ audio = [] }: ClipRecord) => audio.some(({ role }) => role === 'description');
const themes = ofKind<ThemeRecord>('theme');
const profileImages = ofKind<ProfileImageRecord>('profile_image');

const text = (path: string) => readFile(join(folder, path), 'utf8');

test('the shipped catalogue passes its own check, files included', async () => {
  await expect(checkCatalogue(sourced, { folder })).resolves.toBeUndefined();
});

describe('variety', () => {
  test('the catalogue has enough records of every kind', () => {
    expect(titles).toHaveLength(48);
    expect(titles.filter(({ episodes }) => episodes.length >= 6).length).toBeGreaterThanOrEqual(30);
    // More than one page, and more than one jump by tens.
    expect(Math.max(...titles.map(({ episodes }) => episodes.length))).toBeGreaterThanOrEqual(60);
    expect(new Set(titles.flatMap(({ genres }) => genres)).size).toBeGreaterThanOrEqual(10);
    expect(new Set(titles.map(({ medium }) => medium))).toEqual(new Set(['TVA', '극장판', 'OVA', '웹']));
    expect(Math.min(...titles.map(({ air }) => air.year))).toBeLessThanOrEqual(2012);
    expect(themes.length).toBeGreaterThanOrEqual(8);
    expect(profileImages).toHaveLength(24);
    expect(clips).toHaveLength(10);
    expect(advertisements).toHaveLength(3);
  });

  test('every content rating, weekday and access rule occurs', () => {
    const ongoing = titles.filter(({ air, episodes }) => !air.is_ended && episodes.length > 0);
    expect(new Set(titles.map((title) => title.content_rating))).toEqual(new Set(['all', '7', '12', '15', '19']));
    for (const weekday of [0, 1, 2, 3, 4, 5, 6])
      expect(ongoing.filter(({ air }) => air.weekday === weekday).length, `weekday ${weekday}`).toBeGreaterThanOrEqual(
        2,
      );
    for (const { name, air } of ongoing) expect(`${name} ${air.year} ${air.quarter}`).toBe(`${name} 2026 4`);
    expect(new Set(titles.flatMap(({ episodes }) => episodes.map(({ access }) => access)))).toEqual(
      new Set(['free', 'avod', 'membership', 'purchase']),
    );
    const seasons = titles.flatMap(({ series }) => (series === null ? [] : [series.id]));
    expect(new Set(seasons.filter((id, index) => seasons.indexOf(id) < index)).size).toBe(5);
    expect(titles.filter(({ episodes }) => episodes.length === 0).length, 'to ask for').toBeGreaterThanOrEqual(2);
  });

  test('every theme has titles, and every clip is played', () => {
    for (const { id } of themes) expect(titles.filter((title) => title.themes.includes(id)).length).toBeGreaterThan(1);
    for (const clip of clips)
      expect(titles.some(({ episodes }) => episodes.some((episode) => episode.clip === clip.id))).toBe(!isShort(clip));
  });

  test('restricted titles say why, and titles of every kind have trailers', () => {
    for (const { name, content_rating: rating, rating_reasons: reasons } of titles)
      expect(reasons.length > 0, name).toBe(rating !== 'all');
    const withTrailer = titles.filter(({ trailer }) => trailer !== null);
    expect(withTrailer.length).toBeGreaterThanOrEqual(5);
    expect(withTrailer.some(({ episodes }) => episodes.length === 0)).toBe(true);
    expect(withTrailer.every(({ content_rating: rating }) => rating !== '19')).toBe(true);
  });

  test('the records name the sounds of every clip', () => {
    for (const clip of clips)
      expect(
        clip.audio?.map(({ lang, role }) => `${lang} ${role}`),
        clip.id,
      ).toEqual(
        isDubbed(clip) ? ['ja main', 'ko dub'] : isDescribed(clip) ? ['ko main', 'ko description'] : ['ko main'],
      );
    expect(clips.filter(isDescribed).flatMap(({ subtitles }) => subtitles.map(({ role }) => role))).toContain(
      'caption',
    );
  });

  test('episodes of a title have distinct subjects and increasing dates', () => {
    for (const { name, episodes } of titles) {
      expect(new Set(episodes.map(({ subject }) => subject)).size, name).toBe(episodes.length);
      const ages = episodes.map(({ published_at }) =>
        typeof published_at === 'string' ? NaN : published_at.days_before_import,
      );
      expect(ages, name).toEqual([...ages].sort((a, b) => b - a));
    }
  });

  test('one title has its next episode ten minutes after the first start, and three within the days after', () => {
    const inMinutes = titles.flatMap(({ episodes }) =>
      episodes.map(({ published_at }) =>
        typeof published_at === 'string' ? NaN : Math.round(published_at.days_before_import * -24 * 60),
      ),
    );
    const [soon, ...later] = inMinutes.filter((minutes) => minutes > 0).sort((one, other) => one - other);
    expect(soon).toBe(10);
    expect(later.map((minutes) => Math.ceil(minutes / (24 * 60)))).toEqual([1, 2, 3]);
  });
});

describe('what earns money', () => {
  test('only episodes with advertisements have breaks, one before the start and one in the middle', () => {
    for (const { episodes } of titles)
      for (const { access, ad_breaks: breaks = [] } of episodes) {
        expect(breaks).toHaveLength(access === 'avod' ? 2 : 0);
        if (access === 'avod') expect(breaks[0]).toBe(0);
      }
    for (const clip of clips.filter(isShort)) {
      expect(clip.duration).toBeGreaterThanOrEqual(10);
      expect(clip.duration).toBeLessThanOrEqual(15);
    }
  });

  test('titles and episodes can be rented and bought', () => {
    const products = titles.flatMap((title) => title.products ?? []);
    expect(titles.filter((title) => title.products).length).toBeGreaterThanOrEqual(4);
    for (const kind of ['rental', 'own'])
      for (const isEpisode of [false, true])
        expect(products.some((product) => product.kind === kind && (product.episode_id !== null) === isEpisode)).toBe(
          true,
        );
  });

  test('the sizes of the downloads equal those of their files', async () => {
    for (const { download } of clips)
      if (download) expect((await stat(join(folder, download.path))).size).toBe(download.size);
    expect(clips.filter(({ download }) => download)).toHaveLength(3);
  });
});

describe('pictures', () => {
  test('all pictures together stay within their size limit', async () => {
    const files = await readdir(join(folder, 'pictures'), { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000_000);
  });

  test.each(titles.map((title) => [title.name, title] as const))(
    '%s has art of the right sizes',
    async (_, { art, episodes }) => {
      const size = async (path: string) => {
        const { format, width, height } = await sharp(join(folder, path)).metadata();
        return `${format} ${width}x${height}`;
      };
      expect(await size(art.poster)).toBe('webp 320x480');
      expect(await size(art.wide)).toBe('webp 480x270');
      expect(await size(art.backdrop)).toBe('webp 1920x1080');
      for (const { thumbnail } of episodes) expect(await size(thumbnail)).toBe('webp 480x270');
    },
  );

  test.each(titles.map((title) => [title.name, title.art.backdrop] as const))(
    'the left of the backdrop of %s is dark and calm enough for white text',
    async (_, backdrop) => {
      const left = { left: 0, top: 0, width: 1000, height: 1080 };
      // `stats` reads the source file, so the cropped part must be encoded first.
      const part = await sharp(join(folder, backdrop)).extract(left).greyscale().png().toBuffer();
      const { channels } = await sharp(part).stats();
      expect(channels[0]?.mean).toBeLessThan(90);
      expect(channels[0]?.stdev).toBeLessThan(40);
    },
  );

  test('the placeholder colours are dark enough for white text', () => {
    for (const { name, color } of titles) {
      const value = Number.parseInt(color.slice(1), 16);
      const light = (value >> 16) * 0.3 + ((value >> 8) & 255) * 0.59 + (value & 255) * 0.11;
      expect(light, name).toBeLessThan(110);
    }
  });
});

describe.each(clips.map((clip) => [clip.id, clip] as const))('clip %s', (_, clip) => {
  const pathOf = (protocol: 'dash' | 'hls') => clip.streams.find((stream) => stream.protocol === protocol)?.path ?? '';

  test('names only existing files beside its manifest', async () => {
    const dash = await text(pathOf('dash'));
    const hls = isSealed(clip) ? '' : await text(pathOf('hls'));
    const names = [
      ...dash.matchAll(/<BaseURL>([^<]+)</g),
      ...hls.matchAll(/URI="([^"]+)"/g),
      ...hls.matchAll(/^(?!#)(.+)$/gm),
    ].map((match) => match[1] ?? '');
    expect(names.length).toBeGreaterThanOrEqual(isSealed(clip) ? 3 : isShort(clip) ? 9 : 12);
    for (const name of names) {
      expect(name).toMatch(/^[a-z0-9-]+\.(mp4|webm|m3u8)$/);
      expect((await stat(join(folder, dirname(pathOf('dash')), name))).size).toBeGreaterThan(0);
    }
  });

  test('declares DASH byte ranges that match its files', async () => {
    const dash = await text(pathOf('dash'));
    const rows = [
      ...dash.matchAll(
        /<BaseURL>([^<]+)<\/BaseURL>\s*<SegmentBase indexRange="([^"]+)"><Initialization range="([^"]+)"/g,
      ),
    ];
    expect(rows).toHaveLength(isSealed(clip) ? 3 : isShort(clip) ? 6 : isDubbed(clip) || isDescribed(clip) ? 10 : 8);
    for (const [, name = '', index, init] of rows) {
      const file = await readFile(join(folder, dirname(pathOf('dash')), name));
      const layout = readLayout(file, name);
      expect(`${name} ${layout.index.join('-')} ${layout.init.join('-')}`).toBe(`${name} ${index} ${init}`);
    }
  });

  test('has HLS playlists that all end with the clip and stay within their files', async () => {
    if (isSealed(clip)) {
      expect(pathOf('hls')).toBe('');
      return;
    }
    const hls = await text(pathOf('hls'));
    const lists = [...hls.matchAll(/([a-z0-9-]+\.m3u8)/g)].map((match) => match[1] ?? '');
    expect(new Set(lists).size).toBe(isShort(clip) ? 3 : isDubbed(clip) || isDescribed(clip) ? 5 : 4);
    for (const list of lists) {
      const playlist = await text(join(dirname(pathOf('hls')), list));
      const seconds = [...playlist.matchAll(/#EXTINF:([\d.]+),/g)].reduce((sum, match) => sum + Number(match[1]), 0);
      expect(seconds, list).toBeCloseTo(clip.duration, 4);
      const bytes = (await stat(join(folder, dirname(pathOf('hls')), list.replace('m3u8', 'mp4')))).size;
      const ranges = [...playlist.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map(
        (match) => [Number(match[1]), Number(match[2])] as const,
      );
      ranges.forEach(([size, offset], index) => {
        const following = ranges[index + 1];
        expect(offset + size, list).toBe(following === undefined ? bytes : following[1]);
      });
    }
  });

  test.each(clip.subtitles.map(({ lang, path }) => [lang, path] as const))(
    'has non-overlapping subtitles in %s within the clip',
    async (_lang, path) => {
      const vtt = await text(path);
      expect(vtt.startsWith('WEBVTT\n\n')).toBe(true);
      const cues = [...vtt.matchAll(/(\d\d):(\d\d):([\d.]+) --> (\d\d):(\d\d):([\d.]+)\n(.+)/g)].map((match) => {
        const [hours, minutes, seconds, endHours, endMinutes, endSeconds] = match.slice(1, 7).map(Number) as [
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        return { start: hours * 3600 + minutes * 60 + seconds, end: endHours * 3600 + endMinutes * 60 + endSeconds };
      });
      expect(cues.length).toBeGreaterThanOrEqual(12);
      cues.forEach(({ start, end }, index) => {
        expect(start).toBeGreaterThanOrEqual(cues[index - 1]?.end ?? 0);
        expect(end - start).toBeGreaterThan(1);
        expect(end).toBeLessThanOrEqual(clip.duration);
      });
    },
  );

  test('has a sheet of previews for its whole length', async () => {
    const sheet = clip.thumbnails;
    expect(sheet === null).toBe(isShort(clip));
    if (sheet === null) return;
    const { width, height } = await sharp(join(folder, sheet.path)).metadata();
    expect([width, height]).toEqual([sheet.columns * sheet.width, sheet.rows * sheet.height]);
    expect(sheet.columns * sheet.rows * sheet.interval).toBeGreaterThanOrEqual(clip.duration);
  });
});
