import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readClipFile, toClipRecord } from '#server/intake/clip-record.ts';
import type { Tools } from '#server/intake/tools.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createClipKeys, createKeySeal } from '#server/watching/protection/index.ts';
import { openVideoAt, signInAt } from '#tests/support/calls-at.ts';
import { foreignState, playForeign, serveForeignPage } from '#tests/support/browser/foreign-players.ts';
import { ffmpeg, mediaTools, runIntake } from '#tests/support/media/intake.ts';
import { findNginx, freePort, startEdge, type RunningEdge } from '#tests/support/server/nginx.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { startTestServer, type TestServer } from '#tests/support/server/server.ts';
import { expect, listenTo, test as base } from './fixtures.ts';
import { EPISODE, moves, open, openEpisode } from './playing.ts';

/*
 * The player plays what intake makes of an operator's file, through an nginx as the edge where it is installed: sounds
 * and subtitles with roles, and a protected clip. Other players play it too.
 */

const SECONDS = 20;
/** A protected clip, and its key. */
const CLIP = 'ab'.repeat(16);
const KEY_ID = 'a1'.repeat(16);
const KEY = 'b2'.repeat(16);
const tools = mediaTools();
let root: string;
/** The job's folder with the finished clip. */
let job: string;

const mediaFolder = () => join(root, 'media');

const nginx = findNginx();
let edge: RunningEdge | undefined;
const seal = createKeySeal(() => 'a-secret-of-thirty-two-characters');

const test = base.extend<{ siteUrl: string }>({
  server: async ({ database }, use) => {
    const place = {
      url: `http://127.0.0.1:${await freePort()}`,
      secret: 'an-edge-secret-of-thirty-two-letters',
      told: [],
    };
    const server = await startTestServer({
      database: await database.take(),
      mediaFolder: mediaFolder(),
      clipKeys: createClipKeys(seal, systemRandom),
      ...(nginx !== undefined && { mediaEdge: place }),
    });
    edge = nginx === undefined ? undefined : await startEdge(nginx, place, new URL(server.url).host);
    await use(server);
    await edge?.stop();
    await server.remove();
  },
  siteUrl: async ({}, use) => {
    const site = await serveForeignPage();
    await use(site.url);
    await site.close();
  },
});

test.use({ viewport: { width: 1920, height: 1080 } });

const srt = (text: string) => `1\n00:00:00,100 --> 00:00:${SECONDS},000\n${text}\n`;

async function makeClip(found: Tools) {
  root = mkdtempSync(join(tmpdir(), 'bora-own-'));
  const sources = join(root, 'sources');
  mkdirSync(sources);
  const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=${hertz}:d=${SECONDS}`];
  ffmpeg(
    found,
    sources,
    ...['-f', 'lavfi', '-i', `testsrc2=s=480x360:r=12:d=${SECONDS}`, ...tone(300), ...tone(400), ...tone(500)],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
    ...['-metadata:s:a:0', 'language=jpn', '-metadata:s:a:1', 'language=kor', '-metadata:s:a:2', 'language=jpn'],
    ...['-disposition:a:0', 'default', '-disposition:a:1', '0', '-disposition:a:2', 'visual_impaired', 'fox.mkv'],
  );
  writeFileSync(
    join(sources, 'fox.ko.ass'),
    '[Script Info]\nPlayResX: 480\nPlayResY: 360\n[Events]\nFormat: Start, End, Text\n' +
      `Dialogue: 0:00:00.10,0:00:${SECONDS}.00,{\\i1}전부{\\i0} 옮긴 자막\n` +
      `Dialogue: 0:00:00.10,0:00:${SECONDS}.00,{\\pos(120,144)\\an5\\c&H00D7FF&}POST\n` +
      // A red board.
      `Dialogue: 0:00:00.00,0:00:${SECONDS}.00,{\\p1\\pos(300,20)\\an7\\bord0\\shad0\\c&H0000FF&}m 0 0 l 160 0 160 80 0 80\n`,
  );
  writeFileSync(join(sources, 'fox.ko.forced.srt'), srt('간판만'));
  writeFileSync(join(sources, 'fox.ko.sdh.srt'), srt('(발소리)'));
  job = (await runIntake(found, join(sources, 'fox.mkv'))).folder;
}

/** A protected clip of its own, under the id by which the service finds its key. */
async function makeProtected(found: Tools) {
  const source = join(root, 'sources/moon.mp4');
  const sound = ['-f', 'lavfi', '-i', 'sine=300:d=8', '-c:a', 'aac'];
  const size = ['-f', 'lavfi', '-i', 'testsrc2=s=480x360:r=12:d=8'];
  ffmpeg(found, join(root, 'sources'), ...size, ...sound, '-c:v', 'libx264', '-preset', 'ultrafast', source);
  const protection = { scheme: 'cenc', keyId: KEY_ID, key: KEY } as const;
  return (await runIntake(found, source, { protection })).folder;
}
/** Puts a clip in place of the episode's. */
async function putIn(server: TestServer, { folder = job, id = 'fox', hasDrawings = false } = {}) {
  const path = `own/${id}`;
  cpSync(join(folder, 'packaged'), join(mediaFolder(), path), { recursive: true });
  const { streams, subtitles, audio, thumbnails, drawings, duration } = toClipRecord(await readClipFile(folder), {
    id,
    path,
  });
  await server.query(
    `update clips set streams = $1, subtitles = $2, audio = $3, thumbnails = $4, drawings = $5, duration = ${duration}, intro = null, outro = null
      where id = (select clip_id from episodes where id = ${EPISODE})`,
    [streams, subtitles, audio, thumbnails, hasDrawings ? drawings : null].map((value) => JSON.stringify(value)),
  );
}

// Without the tools there is no clip to play; the tests of intake report that.
if (tools) {
  test.beforeAll(() => makeClip(tools));
  test.afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('offers sounds and subtitles of an own video by their roles, and remembers them', async ({
    blankTv: tv,
    server,
  }) => {
    const { page } = tv;
    const shown = (text: string) => page.getByText(text, { exact: true });
    const choose = async (menu: string, option: RegExp) => {
      await tv.press('up');
      await tv.pressUntil('down', /^player\/(?:menu:|next)/);
      await tv.pressUntil('right', new RegExp(`^player/menu:${menu}$`));
      await tv.press('ok');
      await tv.pressUntil('down', option);
    };
    await putIn(server);
    await open(tv, server);
    await moves(tv);
    await expect(shown('전부')).toHaveCSS('font-style', 'italic');
    await expect(shown('POST')).toHaveCSS('color', 'rgb(255, 215, 0)');
    if (edge) expect(edge.log()).toMatch(/ GET 206 own\/fox\/h264-360\.mp4 /);
    // A quarter across a picture of 4:3, between its bars.
    const offPlace = async () => {
      const { x, y, width, height } = (await shown('POST').boundingBox())!;
      return Math.max(Math.abs(x + width / 2 - (240 + 0.25 * 1440)), Math.abs(y + height / 2 - 0.4 * 1080));
    };
    // The sign is there once the controls of the start are hidden.
    await expect.poll(offPlace).toBeLessThan(2);

    await choose('audio', /^menu\/audio:ko\/dub$/);
    await expect(page.getByRole('radio')).toHaveText(['원어 (일본어)', '한국어 더빙', '일본어 화면 해설']);
    await picture(page, 'player-sounds');
    await tv.press('ok');
    await page.keyboard.press('F1');
    await expect(page.getByRole('radio')).toHaveText(['끄기', '한국어', '한국어 (청각 장애인용)']);
    await tv.pressUntil('up', /^menu\/subtitle:off$/);
    await tv.press('ok', 'back');
    await expect(shown('간판만')).toBeVisible();
    await expect(shown('POST')).toHaveCount(0);
    await page.keyboard.press('F1');
    await tv.pressUntil('down', /^menu\/subtitle:ko\/caption$/);
    await tv.press('ok', 'back');
    await expect(shown('(발소리)')).toBeVisible();
    await expect(shown('간판만')).toHaveCount(0);

    await openEpisode(page, server);
    await moves(tv);
    await expect(shown('(발소리)')).toBeVisible();
    await choose('audio', /^menu\/audio:ko\/dub$/);
    await expect(page.getByRole('radio', { name: '한국어 더빙' })).toHaveAttribute('aria-checked', 'true');
  });

  test('shows signs as they were drawn, and turns them off and on in place', async ({ blankTv: tv, server }) => {
    const { page } = tv;
    const shown = (text: string) => page.getByText(text, { exact: true });
    /** Whether the picture has the board of the script. */
    const hasBoard = () =>
      page.evaluate(() => {
        const video = document.querySelector('video')!;
        const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 360 });
        const context = canvas.getContext('2d')!;
        context.drawImage(video, 0, 0, 480, 360);
        return [320, 360, 400, 440].every((x) => {
          const [red = 0, green = 0, blue = 0] = context.getImageData(x, 60, 1, 1).data;
          return red > 180 && green < 80 && blue < 80;
        });
      });
    /** The largest step of the position between two frames, in seconds; it never goes back. */
    const watchSteps = () =>
      page.evaluate(() => {
        const video = document.querySelector('video')!;
        const seen = { last: video.currentTime, most: 0, least: 0 };
        Object.assign(window, { seen });
        const look = () => {
          const step = video.currentTime - seen.last;
          Object.assign(seen, {
            last: video.currentTime,
            most: Math.max(seen.most, step),
            least: Math.min(seen.least, step),
          });
          requestAnimationFrame(look);
        };
        look();
      });
    await putIn(server, { hasDrawings: true });
    await open(tv, server);
    await moves(tv);
    // The sound is Japanese.
    await expect.poll(hasBoard).toBe(true);
    await expect(shown('전부')).toBeVisible();
    await expect(shown('POST')).toHaveCount(0);
    await picture(page, 'player-drawings');

    await watchSteps();
    await page.keyboard.press('F1');
    await tv.pressUntil('down', /^menu\/drawing:ko$/);
    await tv.press('ok');
    await expect(page.getByRole('switch', { name: '그림 자막' })).toHaveAttribute('aria-checked', 'false');
    await expect(shown('POST')).toBeVisible();
    await expect.poll(hasBoard).toBe(false);
    await tv.press('ok');
    await expect.poll(hasBoard).toBe(true);
    await expect(shown('POST')).toHaveCount(0);
    const { most, least } = await page.evaluate(
      () => (window as unknown as { seen: { most: number; least: number } }).seen,
    );
    expect(least).toBe(0);
    expect(most).toBeLessThan(1);

    await tv.press('ok', 'back');
    await openEpisode(page, server);
    await moves(tv);
    await expect(shown('POST')).toBeVisible();
    expect(await hasBoard()).toBe(false);
  });

  test('plays a protected own video with the key that the service hands out', async ({ tv, server }) => {
    await putIn(server, { folder: await makeProtected(tools), id: CLIP });
    await server.query('insert into clip_keys (clip_id, key_id, scheme, sealed_key) values ($1, $2, $3, $4)', [
      ...[CLIP, KEY_ID, 'cenc', seal.seal(KEY, `${CLIP} ${KEY_ID}`)],
    ]);
    const licenses: string[] = [];
    tv.page.on('response', (answer) => {
      if (answer.url().endsWith('/license')) licenses.push(`${answer.request().method()} ${answer.status()}`);
    });
    await open(tv, server);
    await moves(tv);
    expect(licenses).toEqual(['POST 200']);
    await picture(tv.page, 'player-protected');
  });

  test('plays in dash.js and hls.js without a warning', async ({ page, server, siteUrl }) => {
    await putIn(server);
    const said = listenTo(page);
    const { token } = (await signInAt(server.url)).profile;
    for (const [player, protocol] of [
      ['dash.js', 'dash'],
      ['hls.js', 'hls'],
    ] as const) {
      const { streams } = await openVideoAt(server.url, token, EPISODE);
      await playForeign(
        page,
        siteUrl,
        player,
        streams.find((stream) => stream.protocol === protocol)!,
      );
      const state = () => foreignState(page);
      await expect.poll(async () => (await state()).seconds).toBeGreaterThan(1);
      expect(await state()).toMatchObject({ errors: [], language: 'ja' });
    }
    expect(said).toEqual([]);
  });
}
