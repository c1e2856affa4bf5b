import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createFindReader } from '#server/intake/letters/find-reader.ts';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { discPacket, discPacks, framed, writeSup } from '#tests/support/media/disc-subtitles.ts';
import { lettersOf } from '#tests/support/media/drawn-letters.ts';
import { startTestServer, type TestServer } from '#tests/support/server/server.ts';
import { createTv } from '#tests/support/tv.ts';
import { addAlias, expect, listenTo, test as base } from './fixtures.ts';
import { moves, seek, signIn } from './playing.ts';

/*
 * What comes after a video is in: a subtitle, which is added, seen with the pictures and moved, or read as text; another
 * video of the episode.
 */

const CLIP = 'ab'.repeat(16);
let root: string;
const test = base.extend({
  server: async ({ database }, use) => {
    root = mkdtempSync(join(tmpdir(), 'bora-subtitles-'));
    const folder = join(root, 'media/own', CLIP);
    cpSync(join(import.meta.dirname, '../../demo/catalogue/media/cloud-mail'), folder, { recursive: true });
    const server = await startTestServer({
      database: await database.take(),
      mediaFolder: join(root, 'media'),
      findReader: createFindReader([join(root, 'bin')]),
    });
    await use(server);
    await server.remove();
    rmSync(root, { recursive: true, force: true });
  },
});

/** Gives an episode a video of its own, and opens its page as the owner. */
async function openOwn(page: Page, server: TestServer, { hasSubtitles = true } = {}): Promise<number> {
  const moved = (column: string) => `replace(${column}::text, 'media/cloud-mail/', 'own/${CLIP}/')::jsonb`;
  await server.query(`insert into clips (id, duration, streams, subtitles, thumbnails, intro, outro, recap, preview, audio)
    select '${CLIP}', duration, ${moved('streams')}, ${hasSubtitles ? moved('subtitles') : "'[]'"}, ${moved('thumbnails')}, intro, outro, recap, preview, audio
    from clips where id = 'cloud-mail'`);
  const [episode] = await server.query<{ id: number; item_id: number }>(`update episodes set clip_id = '${CLIP}'
    where id = (select min(id) from episodes where clip_id = 'cloud-mail') returning id, item_id`);
  await page.goto(`${server.url}/console/#/titles/${episode!.item_id}/episodes/${episode!.id}`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();
  return episode!.id;
}

const choose = async (page: Page, path: string) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '자막 더하기' }).click(),
  ]);
  await chooser.setFiles(path);
};

const file = (name: string, text: string, last: number) => {
  const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19) + ',000';
  const cues = Array.from(
    { length: last / 2 },
    (_, at) => `${at + 1}\n${time(at * 2)} --> ${time(at * 2 + 2)}\n${text}\n`,
  );
  writeFileSync(join(root, name), cues.join('\n'));
  return join(root, name);
};

test('a subtitle that comes later is examined, added, seen over the pictures, and put first', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  await openOwn(page, server);
  const table = page.getByRole('table', { name: '자막' });
  const rows = table.getByRole('rowheader');
  await expect(rows).toHaveText(['한국어', '영어']);
  await choose(page, file('later.ja.srt', 'また会いましょう', 1200));
  const doubts = page.getByRole('group', { name: '확인할 것' });
  await expect(doubts).toContainText('다른 회차의 자막인지');
  await expect(page.getByRole('button', { name: '더하기', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  await choose(page, file('right.ja.srt', 'また会いましょう', 88));
  await expect(page.getByRole('list', { name: '자막의 글 일부' })).toContainText('また会いましょう');
  await expect(doubts).toBeHidden();
  await page.getByLabel('시청자에게 보이는 이름').fill('일본어 대사');
  await page.getByRole('button', { name: '더하기', exact: true }).click();
  await expect(rows).toHaveText(['한국어', '영어', '일본어 대사']);

  const act = async (name: string) => {
    await page.getByRole('button', { name: '일본어 대사 작업' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('영상과 보기');
  const video = page.getByRole('dialog').locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.cues?.length ?? 0))
    .toBeGreaterThan(40);
  await page.getByRole('button', { name: '닫기' }).click();
  await act('위로');
  await expect(rows).toHaveText(['한국어', '일본어 대사', '영어']);
  await act('지우기');
  await page.getByRole('button', { name: '지우기', exact: true }).click();
  await expect(rows).toHaveText(['한국어', '영어']);
  expect(said).toEqual([]);
});

test('an upload that begins at an episode replaces its video, and its title is chosen by picture and any of its names', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  const [episode] = await server.query<{ id: number; item_id: number; episode_num: string; name: string }>(
    `select episodes.id, item_id, episode_num, items.name from episodes join items on items.id = item_id
      where clip_id = 'cloud-mail' and episode_num ~ '^[0-9]+화$' order by episodes.id limit 1`,
  );
  const { id, item_id: titleId, episode_num: number, name } = episode!;
  await addAlias(server, titleId, 'Paper Kite');
  await page.goto(`${server.url}/console/#/titles/${titleId}/episodes/${id}`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '다른 영상으로 바꾸기' }).click(),
  ]);
  writeFileSync(join(root, 'anything.mkv'), Buffer.alloc(1000));
  await chooser.setFiles(join(root, 'anything.mkv'));
  const stored = () => server.query<{ state: string }>('select state from inbox_files');
  await expect.poll(async () => (await stored())[0]?.state).toMatch(/received|ready/);
  await server.query("update inbox_files set state = 'ready', problem = null");
  const card = page.getByRole('form', { name });
  await expect(card.getByLabel('회차 번호')).toHaveValue(number.replace('화', ''));
  await expect(card.getByLabel('있는 회차의 영상을 바꾸기')).toBeChecked();

  // Another title by mistake, and back by another name.
  const title = card.getByRole('combobox', { name: '작품' });
  await title.fill('아무 이름');
  await page.getByRole('option', { name: '새 작품 만들기: 아무 이름' }).click();
  await expect(page.getByRole('form', { name: '아무 이름' })).toContainText('새 작품을 만들어요.');
  const changed = page.getByRole('form', { name: '아무 이름' });
  await changed.getByRole('combobox', { name: '작품' }).fill('paper kite');
  await page.getByRole('option', { name }).click();
  await expect(card).toContainText(`있는 작품 ‘${name}’에 더해요.`);
  await card.getByRole('button', { name: '1개 작업 시작' }).click();
  await expect
    .poll(() =>
      server.query("select target->>'episodeId' as id, target->'isReplacing' as is_replacing from media_jobs"),
    )
    .toEqual([{ id: String(id), is_replacing: true }]);
  expect(said).toEqual([]);
});

/** What the pictures of a disc say: one every five seconds, from the tenth on. */
const SAID = [
  '오늘은 편지가 세 통이야.',
  '하나는 바다 건너에서 왔어.',
  '누가 보냈을까?',
  '구름 위로 올라가 보자.',
  '바람이 차다.',
  '우체국은 벌써 닫혔어.',
  '그럼 내일 다시 오자.',
  '기다려!',
  '불이 아직 켜져 있어.',
  '이 편지를 부탁해요.',
  '꼭 전해 드릴게요.',
  '조심히 가.',
  '저기, 등대가 보여.',
  '거의 다 왔어.',
  '받는 사람이 없대.',
  '그래도 두고 갈게.',
];
/** A line that the program reads wrongly, and one of which it is not sure. */
const [WRONG, UNSURE] = [5, 9];
const WRONGLY = '우체국은 별써 닫했어.';

/** A program that reads what the pictures say, with a mistake. */
function installReader(): void {
  const rows = SAID.map((text, index) => {
    const [read, sure] = index === WRONG ? [WRONGLY, 41] : [text, index === UNSURE ? 63 : 95];
    return ['5', index + 1, 1, 1, 1, 1, 0, 0, 900, 60, sure, read].join('\\t');
  });
  mkdirSync(join(root, 'bin'));
  writeFileSync(
    join(root, 'bin/tesseract'),
    `#!/bin/sh
if [ "$1" = --list-langs ]; then echo 'eng kor'; exit 0; fi
cat > /dev/null
printf '${rows.join('\\n')}\\n'
`,
    { mode: 0o755 },
  );
}

test('an operator has a picture subtitle read as text and corrects it by keys, and a viewer sees the text', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  installReader();
  const episodeId = await openOwn(page, server, { hasSubtitles: false });
  writeFileSync(join(root, 'disc.ko.sup'), writeSup(await lettersOf(SAID)));
  await choose(page, join(root, 'disc.ko.sup'));
  await page.getByLabel('시청자에게 보이는 이름').fill('한국어 (그림)');
  await picture(page, 'console-picture-subtitle');
  await page.getByRole('button', { name: '더하기', exact: true }).click();

  const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter');
  await press('한국어 (그림) 작업');
  await expect(page.getByRole('menuitem', { name: '글자로 읽기' })).toBeFocused();
  await page.keyboard.press('Enter');
  const readings = page.getByRole('list', { name: '글자로 읽는 자막' });
  await expect(readings).toContainText('16줄을 읽었어요. 확인할 줄 2개', { timeout: 30_000 });
  await readings.scrollIntoViewIfNeeded();
  await picture(page, 'console-reading');
  await press(/글자 확인/);

  const lines = page.getByRole('dialog').getByRole('textbox');
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toBeFocused();
  await expect(lines.first()).toHaveValue(WRONGLY);
  await picture(page, 'console-read-lines');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(SAID[WRONG]!);
  await page.keyboard.press('Enter');
  await expect(lines.last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '자막으로 넣기' })).toBeFocused();
  await picture(page, 'console-read-lines-checked');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('시청자에게 보이는 이름')).toHaveValue('한국어');
  await picture(page, 'console-publish-reading');
  await press('넣기');
  await expect(page.getByRole('table', { name: '자막' }).getByRole('rowheader')).toHaveText([
    /^한국어 \(그림\)글자 자막이 있어서/,
    '한국어',
  ]);
  await picture(page, 'console-read-subtitle');

  const tv = createTv(page);
  await signIn(tv, server);
  await page.goto('about:blank');
  await page.goto(`${server.url}/#/play/${episodeId}`);
  await moves(tv);
  await page.keyboard.press('Enter');
  // The fifth of the texts, in the middle of its two seconds.
  await seek(tv, { key: '4' });
  await expect(page.getByText(SAID[WRONG]!)).toBeVisible();
  expect(await tv.videoTime()).toBeCloseTo(36, 0);
  await picture(page, 'viewer-read-subtitle');
  expect(said).toEqual([]);
});

test('picture subtitles that came without a video are given to an episode from the inbox', async ({ page, server }) => {
  const said = listenTo(page);
  const episodeId = await openOwn(page, server, { hasSubtitles: false });
  const [episode] = await server.query<{ name: string; episode_num: string; subject: string }>(
    `select items.name, episode_num, subject from episodes join items on items.id = item_id where episodes.id = ${episodeId}`,
  );
  const { name, episode_num: number, subject } = episode!;
  await expect(page.getByText('아직 자막이 없어요.')).toBeVisible();
  const put = (path: string, content: string | Buffer) => {
    writeFileSync(join(root, path), content);
    return join(root, path);
  };
  const times = Array.from({ length: 8 }, (_, at) => 8 + at * 10);
  const box = { x: 560, y: 900, width: 800, height: 60, at: framed(800, 60) };
  const packs = times.map((seconds) => discPacks(discPacket({ ...box, x: 100, y: 400, width: 300 }), seconds));
  const index = times.map((seconds, at) => {
    const place = packs.slice(0, at).reduce((sum, one) => sum + one.length, 0);
    return `timestamp: 00:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}:000, filepos: ${place.toString(16).padStart(9, '0')}`;
  });
  const files = [
    put(
      `${name} ${number}.ja.sup`,
      writeSup(
        times.flatMap((seconds) => [
          { seconds, pictures: [box] },
          { seconds: seconds + 2, pictures: [] },
        ]),
      ),
    ),
    put('disc.idx', ['# VobSub index file', 'size: 720x480', 'id: en, index: 0', ...index, ''].join('\n')),
    put('disc.sub', Buffer.concat(packs)),
    put('half.idx', '# VobSub index file'),
    put('text.sub', '{10}{30}a text'),
  ];
  await page.goto(`${server.url}/console/#/media`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '파일 고르기' }).click(),
  ]);
  await chooser.setFiles(files);
  const incoming = page.getByRole('list', { name: '들어오는 파일' }).getByRole('listitem');
  const row = (path: string) => incoming.filter({ hasText: path });
  await expect(row('half.idx')).toContainText('half.sub 파일도 올려 주세요.');
  await expect(row('text.sub')).toContainText('그림 자막 파일이 아니에요');
  await expect(row('disc.sub')).toContainText('이름이 같은 .idx와 한 자막이에요.');
  await picture(page, 'console-inbox-picture-subtitles');

  const give = (path: string) => page.getByRole('button', { name: `${path} 회차에 더하기` }).click();
  await give(`${name} ${number}.ja.sup`);
  await expect(page.getByRole('dialog').getByRole('combobox', { name: '작품' })).toHaveValue(name);
  await picture(page, 'console-inbox-picture-subtitle');
  await page.getByRole('button', { name: '다음' }).click();
  await expect(page.getByRole('dialog')).toContainText('그림으로 된 자막이에요.');
  await picture(page, 'console-inbox-picture-subtitle-sure');
  await page.getByRole('button', { name: '더하기', exact: true }).click();
  await expect(row('.ja.sup')).toHaveCount(0);

  await give('disc.idx');
  const title = page.getByRole('dialog').getByRole('combobox', { name: '작품' });
  await title.fill(name);
  await page.getByRole('option', { name }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '회차' }).click();
  await page.getByRole('option', { name: `${number} ${subject}` }).click();
  await page.getByRole('button', { name: '다음' }).click();
  await page.getByRole('button', { name: '더하기', exact: true }).click();
  await expect(row('disc.')).toHaveCount(0);
  await expect(row('half.idx')).toBeVisible();

  const [shown] = await server.query<{ item_id: number }>(`select item_id from episodes where id = ${episodeId}`);
  await page.goto(`${server.url}/console/#/titles/${shown!.item_id}/episodes/${episodeId}`);
  await expect(page.getByRole('table', { name: '자막' }).getByRole('rowheader')).toHaveText([
    /^일본어 \(그림\)/,
    /^영어 \(그림\)/,
  ]);
  await picture(page, 'console-inbox-picture-subtitles-there');
  expect(said).toEqual([]);
});
