import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { UPLOAD_PART_BYTES, UPLOADS_PATH } from '#contract/console/inbox.ts';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { dashOf, masterOf, playlistOf } from '#tests/support/media/sound-manifests.ts';
import { ffmpeg, mediaTools } from '#tests/support/media/intake.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { startTestServer } from '#tests/support/server/server.ts';
import { expect, listenTo, test as base } from './fixtures.ts';

/*
 * An operator uploads a video in the console; the page is closed and the session ends before it is complete.
 */

let root: string;
const test = base.extend({
  server: async ({ database }, use) => {
    root = mkdtempSync(join(tmpdir(), 'bora-uploads-'));
    const server = await startTestServer({ database: await database.take(), mediaFolder: join(root, 'media') });
    await use(server);
    await server.remove();
    rmSync(root, { recursive: true, force: true });
  },
});

/** A video of more than one part. Without ffmpeg nobody examines it, so that any bytes will do. */
function makeVideo(name: string): string {
  const tools = mediaTools();
  if (tools)
    ffmpeg(tools, root, '-f', 'lavfi', '-i', 'testsrc2=s=640x480:r=12:d=3', '-c:v', 'rawvideo', '-f', 'matroska', name);
  else writeFileSync(join(root, name), Buffer.alloc(2 * UPLOAD_PART_BYTES));
  return join(root, name);
}

test('an upload continues after the page was closed and the session ended, and its name is corrected before it starts', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  const video = makeVideo('[Bora] 달빛 빵집 - 03.mkv');
  await page.goto(`${server.url}/console/#/media`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();
  const incoming = page.getByRole('list', { name: '들어오는 파일' }).getByRole('listitem');
  const choose = async (path: string, button = '파일 고르기') => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button }).click(),
    ]);
    await chooser.setFiles(path);
  };

  // The network ends after the first part.
  let cntParts = 0;
  await page.route(`**${UPLOADS_PATH}*/`, (route) => {
    if (route.request().method() === 'PATCH') cntParts += 1;
    return cntParts > 1 ? route.abort() : route.continue();
  });
  await choose(video);
  await expect(incoming).toContainText('올리는 중');
  await expect.poll(() => cntParts).toBeGreaterThan(1);
  await page.goto('about:blank');
  await page.unroute(`**${UPLOADS_PATH}*/`);
  await page.goto(`${server.url}/console/#/media`);
  await expect(incoming).toContainText('에서 멈췄어요 · 8.0 MB');
  await picture(page, 'console-upload-stopped');

  const offsets: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '');
  });
  // The list has been read; the session ends before the first byte.
  let hasSession = true;
  const endSession = async (route: Route) => {
    const isFirst = hasSession;
    hasSession = false;
    if (isFirst) await server.query('delete from staff_sessions');
    await route.continue();
  };
  // Without `times`: the last use would remove the route, which lets the waiting call through at once.
  await page.route(`**${UPLOADS_PATH}*/`, endSession);
  await choose(video);
  const again = page.getByRole('dialog', { name: '다시 로그인해 주세요' });
  await again.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await again.getByRole('button', { name: '로그인' }).click();
  const stored = () => server.query<{ state: string }>('select state from inbox_files');
  await expect.poll(async () => (await stored())[0]!.state).not.toBe('receiving');
  expect(await stored()).toHaveLength(1);
  expect(offsets[0]).toBe(String(UPLOAD_PART_BYTES));

  // The worker's turn may take seconds.
  await server.query("update inbox_files set state = 'ready' where state = 'received'");
  await page.reload();
  const proposal = page.getByRole('form', { name: '달빛 빵집' });
  await expect(proposal).toContainText('새 작품을 만들어요.');
  await proposal.getByLabel('회차 번호').fill('4');
  await proposal.getByLabel('.mkv 제목').fill('새벽');
  await picture(page, 'console-upload-proposal');
  await proposal.getByRole('button', { name: '1개 작업 시작' }).click();
  await expect(page.getByRole('table', { name: '미디어 작업' })).toContainText('달빛 빵집 4화');
  await expect(proposal).toHaveCount(0);
  await expect(page.getByRole('rowheader', { name: '[Bora] 달빛 빵집 - 03.mkv' })).toBeVisible();

  // The video of an advertisement is uploaded in its form, and belongs to no title.
  await page.getByRole('link', { name: '광고', exact: true }).click();
  await page.getByRole('button', { name: '광고 만들기' }).click();
  const form = page.getByRole('dialog', { name: '광고 만들기' });
  await choose(makeVideo('라디오 극장.mkv'), '새 영상 올리기');
  await expect
    .poll(() => server.query("select state from inbox_files where path = '라디오 극장.mkv'"))
    .toMatchObject([{ state: expect.stringMatching(/received|ready/) }]);
  await server.query("update inbox_files set state = 'ready' where state = 'received'");
  await expect(form).toContainText('라디오 극장.mkv · 인코딩 차례를 기다려요');
  await server.query(`insert into clips
    select (jsonb_populate_record(clips, jsonb_build_object('id', replace(media_jobs.id::text, '-', '')))).*
    from clips, media_jobs where name = '라디오 극장.mkv' limit 1`);
  await server.query("update media_jobs set state = 'done', ended_at = now() where name = '라디오 극장.mkv'");
  await expect(form).toContainText('고른 영상: 라디오 극장.mkv');
  expect(said).toEqual([]);
});

test('all titles whose names leave no doubt start with one press, and the others keep their cards', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  await page.goto(`${server.url}/console/#/media`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();
  const names = ['달빛 빵집 1화.mkv', '달빛 빵집 2화.mkv', '종이배 S02E05.mkv', '등대 7.mkv'];
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '파일 고르기' }).click(),
  ]);
  await chooser.setFiles(names.map((name) => ({ name, mimeType: 'video/x-matroska', buffer: Buffer.from(name) })));
  await expect
    .poll(() => server.query("select 1 from inbox_files where state <> 'receiving'"))
    .toHaveLength(names.length);
  // Nobody has to look into bytes that are no video.
  await server.query("update inbox_files set state = 'ready', problem = null");
  await page.reload();
  const sure = page.getByRole('form', { name: '확실한 작품 모두 시작' });
  await expect(sure).toContainText('작품 2개는 이름과 번호가 확실해서');
  await picture(page, 'console-upload-sure');
  await sure.getByRole('button', { name: '확실한 작품 2개(3개 파일) 모두 시작' }).click();
  const jobs = page.getByRole('table', { name: '미디어 작업' });
  for (const name of ['달빛 빵집 1화', '달빛 빵집 2화', '종이배 2기 5화']) await expect(jobs).toContainText(name);
  await expect(sure).toHaveCount(0);
  await expect(page.getByRole('form', { name: '등대' })).toBeVisible();
  expect(said).toEqual([]);
});

test('subtitles of discs come with their video in its folder, and when they are dropped', async ({ page, server }) => {
  const said = listenTo(page);
  const folder = join(root, '여우');
  mkdirSync(folder);
  const write = (path: string, content: string) => writeFileSync(join(root, path), content, 'latin1');
  write('여우/여우 1화.mkv', 'video');
  write('여우/여우 1화.ja.sup', 'PG');
  const dropped = ['등대 1화.mkv', '등대 1화.ko.idx', '등대 1화.ko.sub'];
  for (const name of dropped) write(name, name);
  await page.goto(`${server.url}/console/#/media`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '폴더 고르기' }).click(),
  ]);
  await chooser.setFiles(folder);
  const { x, y } = (await page.locator('.drop').boundingBox())!;
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: dropped.map((name) => join(root, name)), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data });
  await expect.poll(() => server.query("select 1 from inbox_files where state <> 'receiving'")).toHaveLength(5);
  // Nobody has to look into bytes that are no video.
  await server.query("update inbox_files set state = 'ready', problem = null");
  await page.reload();
  await expect(page.getByRole('form', { name: '여우' })).toContainText('자막 파일 여우 1화.ja.sup');
  await expect(page.getByRole('form', { name: '등대' })).toContainText('자막 파일 등대 1화.ko.idx, 등대 1화.ko.sub');
  await picture(page, 'console-upload-discs');
  expect(said).toEqual([]);
});

test('a sound is added to the video of an episode after a question about its length, and another one is renamed', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  const [clip] = await server.query<{ id: string }>('select id from clips order by id limit 1');
  const id = 'ab'.repeat(16);
  const folder = join(root, 'media', 'own', id);
  mkdirSync(folder, { recursive: true });
  const sounds = [{ file: 'sound-ja', lang: 'ja', role: 'main', label: '원어 (일본어)' }];
  writeFileSync(join(folder, 'manifest.mpd'), dashOf(sounds));
  writeFileSync(join(folder, 'master.m3u8'), masterOf(sounds));
  writeFileSync(join(folder, 'sound-ja.m3u8'), playlistOf('sound-ja', 128_000));
  writeFileSync(join(folder, 'sound-ko.m3u8'), playlistOf('sound-ko', 128_000));
  const record = {
    id,
    duration: 1400,
    streams: [
      { protocol: 'dash', path: `own/${id}/manifest.mpd` },
      { protocol: 'hls', path: `own/${id}/master.m3u8` },
    ],
    subtitles: [],
    audio: sounds.map(({ lang, role, label }) => ({ lang, role, label })),
    thumbnails: null,
    download: null,
  };
  await server.query(`insert into clips
    select (jsonb_populate_record(clips, '${JSON.stringify(record)}'::jsonb)).* from clips where id = '${clip!.id}'`);
  const [episode] = await server.query<{ id: number; item_id: number }>(
    'select id, item_id from episodes order by id limit 1',
  );
  await server.query(`update episodes set clip_id = '${id}' where id = ${episode!.id}`);
  await page.goto(`${server.url}/console/#/titles/${episode!.item_id}`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();
  await page.goto(`${server.url}/console/#/titles/${episode!.item_id}/episodes/${episode!.id}`);
  const table = page.getByRole('table', { name: '소리' });
  await expect(table).toContainText('원어 (일본어)');

  await page
    .getByLabel('소리 파일')
    .setInputFiles({ name: '더빙.flac', mimeType: 'audio/flac', buffer: Buffer.from('sound') });
  await expect.poll(() => server.query("select 1 from inbox_files where state = 'received'")).toHaveLength(1);
  const findings = { seconds: 1380, format: 'flac', picture: null, sounds: [], subtitles: [], cnt_chapter: 0 };
  await server.query(`update inbox_files set state = 'ready', findings = '${JSON.stringify(findings)}'::jsonb`);
  const sheet = page.getByRole('dialog', { name: '소리 더하기' });
  await expect(sheet).toContainText('다른 회차의 소리가 아닌지 확인해 주세요.');
  await picture(page, 'console-sound-added');
  await sheet.getByLabel('확인했어요').check();
  await sheet.getByRole('button', { name: '더하기' }).click();
  await expect(page.getByRole('list', { name: '만드는 소리' })).toContainText('한국어 더빙 · 차례를 기다려요');

  await page.getByRole('button', { name: '원어 (일본어) 소리 작업' }).click();
  await page.getByRole('menuitem', { name: '이름, 언어, 종류' }).click();
  const edit = page.getByRole('dialog', { name: '원어 (일본어) 고치기' });
  await edit.getByLabel('시청자에게 보이는 이름').fill('일본어 원음');
  await edit.getByRole('button', { name: '저장' }).click();
  await expect(table).toContainText('일본어 원음');
  await picture(page, 'console-sounds');
  expect(said).toEqual([]);
});
