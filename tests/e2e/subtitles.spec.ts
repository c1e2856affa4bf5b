import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { startTestServer } from '#tests/support/server/server.ts';
import { addAlias, expect, listenTo, test as base } from './fixtures.ts';

/*
 * What comes after a video is in: a subtitle, which is added, seen with the pictures and moved; another video of the episode.
 */

const CLIP = 'ab'.repeat(16);
let root: string;
const test = base.extend({
  server: async ({ database }, use) => {
    root = mkdtempSync(join(tmpdir(), 'bora-subtitles-'));
    const folder = join(root, 'media/own', CLIP);
    cpSync(join(import.meta.dirname, '../../demo/catalogue/media/cloud-mail'), folder, { recursive: true });
    const server = await startTestServer({ database: await database.take(), mediaFolder: join(root, 'media') });
    await use(server);
    await server.remove();
    rmSync(root, { recursive: true, force: true });
  },
});

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
  const moved = (column: string) => `replace(${column}::text, 'media/cloud-mail/', 'own/${CLIP}/')::jsonb`;
  await server.query(`insert into clips (id, duration, streams, subtitles, thumbnails, intro, outro, recap, preview, audio)
    select '${CLIP}', duration, ${moved('streams')}, ${moved('subtitles')}, ${moved('thumbnails')}, intro, outro, recap, preview, audio
    from clips where id = 'cloud-mail'`);
  const [episode] = (await server.query(`update episodes set clip_id = '${CLIP}'
    where id = (select min(id) from episodes where clip_id = 'cloud-mail') returning id, item_id`)) as {
    id: number;
    item_id: number;
  }[];
  await page.goto(`${server.url}/console/#/titles/${episode!.item_id}/episodes/${episode!.id}`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();

  const table = page.getByRole('table', { name: '자막' });
  const rows = table.getByRole('rowheader');
  await expect(rows).toHaveText(['한국어', '영어']);
  const choose = async (path: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: '자막 더하기' }).click(),
    ]);
    await chooser.setFiles(path);
  };

  await choose(file('later.ja.srt', 'また会いましょう', 1200));
  const doubts = page.getByRole('group', { name: '확인할 것' });
  await expect(doubts).toContainText('다른 회차의 자막인지');
  await expect(page.getByRole('button', { name: '더하기', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  await choose(file('right.ja.srt', 'また会いましょう', 88));
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
