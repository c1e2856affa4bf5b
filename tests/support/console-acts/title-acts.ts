import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { dashOf, masterOf, playlistOf } from '#tests/support/media/sound-manifests.ts';
import { noWay, type Operator } from './operator.ts';

/** Of the demo and published; its first episode gets a video of its own. */
export const SHOWN = { id: 103, name: '막차는 눈을 싣고', episode: '첫 승객, 사과 한 봉지', episodeId: 10301 };
const MADE = '달빛 여우';
const VIDEO = { mimeType: 'video/x-matroska', buffer: Buffer.from('no video') };

/** Puts a video of an operator in place of the clip of `SHOWN`: only to such a one can subtitles be added. */
export async function giveOwnVideo({ server, folder }: Pick<Operator, 'server' | 'folder'>): Promise<void> {
  const id = 'ab'.repeat(16);
  const own = join(folder, 'media/own', id);
  mkdirSync(own, { recursive: true });
  const sounds = [{ file: 'sound-ja', lang: 'ja', role: 'main', label: '원어 (일본어)' }];
  writeFileSync(join(own, 'manifest.mpd'), dashOf(sounds));
  writeFileSync(join(own, 'master.m3u8'), masterOf(sounds));
  writeFileSync(join(own, 'sound-ja.m3u8'), playlistOf('sound-ja', 128_000));
  const record = {
    id,
    duration: 1400,
    streams: [{ protocol: 'dash', path: `own/${id}/manifest.mpd` }],
    subtitles: [],
    ...{ thumbnails: null, download: null, intro: null, outro: null, recap: null, preview: null },
  };
  await server.query(
    `insert into clips select (jsonb_populate_record(clips, $1::jsonb)).* from clips order by clips.id limit 1`,
    [JSON.stringify(record)],
  );
  await server.query('update episodes set clip_id = $1 where id = $2', [id, SHOWN.episodeId]);
}

/** The acts on titles and their videos, from a new one on. */
export async function doTitleActs(operator: Operator): Promise<void> {
  const { page, hand, act, done } = operator;
  const part = (name: string) => hand.press('link', name, page.getByRole('navigation', { name: '작품의 부분' }));
  const open = async (title: string) => {
    await hand.go('작품');
    await hand.press('link', title, page.getByRole('main'));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  };

  await act(
    'a title with its poster',
    4,
    () => hand.go('작품'),
    async () => {
      await hand.press('link', '새 작품');
      await hand.write(page.getByLabel('제목', { exact: true }), MADE);
      const picture = { name: 'poster.png', mimeType: 'image/png', buffer: await page.screenshot() };
      await hand.files(page.getByRole('button', { name: '포스터 고르기' }), [picture]);
      await hand.send('만들기');
      await expect(page.getByRole('heading', { level: 1, name: MADE })).toBeVisible();
      await hand.press('button', '이대로 쓰기');
      await done('포스터: 바꿨어요.');
    },
  );

  await act(
    'one episode',
    2,
    () => open(MADE),
    () => uploadOne(operator),
  );
  await act(
    'a season by its folder',
    2,
    () => hand.go('미디어'),
    () => uploadFolder(operator),
  );

  await act(
    'a Korean subtitle later',
    2,
    async () => {
      await open(SHOWN.name);
      await hand.press('link', SHOWN.episode);
    },
    async () => {
      const text = '1\n00:00:01,000 --> 00:00:05,000\n안녕하세요.\n\n2\n00:22:00,000 --> 00:22:05,000\n또 만나요.\n';
      await hand.files(page.getByRole('button', { name: '자막 더하기' }), [
        { name: '막차 1화.ko.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(text) },
      ]);
      const sheet = page.getByRole('dialog', { name: '자막 더하기' });
      await expect(sheet).toContainText('안녕하세요.');
      await hand.press('button', '더하기', sheet);
      await done('자막을 더했어요.');
    },
  );
  await act('opening and ending', 3, noWay, async () => {
    await hand.press('button', '오프닝 여기서 시작');
    await hand.write(page.getByLabel('오프닝 끝', { exact: true }), '1:30');
    await hand.press('button', '엔딩 여기서 시작');
    await hand.write(page.getByLabel('엔딩 시작', { exact: true }), '21:50');
    await hand.press('button', '구간 저장');
    await done('구간을 저장했어요.');
  });
  await act(
    'age grade and the last day',
    3,
    () => part('정보'),
    async () => {
      await hand.select(page.getByLabel('시청 등급'), '12');
      await hand.write(page.getByLabel('제공 끝 (한국 시각)'), '2031-05-03 00:00');
      await hand.send('저장');
      await done('저장했어요.');
    },
  );
  await act('a name in another language', 2, noWay, async () => {
    const names = page.getByRole('group', { name: '다른 언어의 이름' });
    await hand.press('button', '다른 언어의 이름 더하기');
    await hand.write(names.getByRole('textbox', { name: /^언어/ }).last(), 'fr');
    await hand.write(names.getByRole('textbox', { name: /^이름/ }).last(), 'Le dernier train');
    await hand.send('저장');
    await done('저장했어요.');
  });
  await act('hide a title', 2, noWay, async () => {
    await hand.press('button', '내리기');
    await hand.send('내리기', page.getByRole('dialog'));
    await done('내렸어요.');
  });
  await act('publish it on a day', 2, noWay, async () => {
    await hand.press('button', '예약');
    await hand.write(page.getByLabel('공개 시각 (한국 시각)'), '2031-05-01 23:00');
    await hand.send('예약', page.getByRole('dialog'));
    await done('예약했어요.');
  });
  await act(
    'remove a draft',
    2,
    async () => {
      await open(MADE);
      await part('정보');
    },
    async () => {
      await hand.press('button', '작품 지우기');
      await hand.write(page.getByLabel(`작품 이름 "${MADE}"를 그대로 써 주세요`), MADE);
      await hand.send('지우기', page.getByRole('dialog'));
      await done('지웠어요.');
    },
  );
}

/** Without the tools for videos nobody examines the files: the database is told that they are examined. */
async function examined({ page, server }: Operator, count: number): Promise<void> {
  await expect.poll(() => server.query("select 1 from inbox_files where state <> 'receiving'")).toHaveLength(count);
  await server.query("update inbox_files set state = 'ready', problem = null where state <> 'started'");
  await page.reload();
}

const start = async ({ hand }: Operator, form: Locator, button: RegExp) => {
  await hand.press('button', button, form);
  await expect(form).toHaveCount(0);
};

async function uploadOne(operator: Operator): Promise<void> {
  const { page, hand } = operator;
  await hand.files(page.getByRole('button', { name: '영상 올리기' }), [{ ...VIDEO, name: '달빛 여우 1화.mkv' }]);
  await examined(operator, 1);
  await start(operator, page.getByRole('form', { name: MADE }), /1개 작업 시작/);
}

async function uploadFolder(operator: Operator): Promise<void> {
  const { page, hand, folder } = operator;
  const season = join(folder, '종이 연');
  mkdirSync(season);
  // A file with the bytes of another one would be left out.
  for (const number of [1, 2, 3]) writeFileSync(join(season, `종이 연 ${number}화.mkv`), `video ${number}`);
  await hand.files(page.getByRole('button', { name: '폴더 고르기' }), season);
  await examined(operator, 4);
  await start(operator, page.getByRole('form', { name: '종이 연' }), /3개 작업 시작/);
  await expect(page.getByRole('table', { name: '미디어 작업' })).toContainText('종이 연 3화');
}
