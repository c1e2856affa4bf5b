import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { DEMO } from '#tests/support/demo-account.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { expect, listenTo, test } from './fixtures.ts';

test('an editor creates a title with an episode, sets a mark at the running picture, and loses nothing to somebody else', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  await page.goto(`${server.url}/console/#/titles/new`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();

  await page.getByLabel('감독').fill('김하나');
  await page.getByLabel('제작', { exact: true }).fill('보라');
  await page.getByLabel('줄거리').fill('여우가 달을 찾아간다.');
  await page.getByRole('button', { name: '만들기' }).click();
  await expect(page.getByLabel('제목', { exact: true })).toBeFocused();
  // Typed text survives a reload.
  await page.reload();
  await expect(page.getByLabel('감독')).toHaveValue('김하나');
  await page.getByLabel('제목', { exact: true }).fill('달빛 여우');
  await page.getByLabel('장르').fill('판타지');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '만들기' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '달빛 여우' })).toBeVisible();

  await page.getByRole('link', { name: '회차 더하기' }).click();
  await page.getByLabel('제목').fill('첫 만남');
  await page.getByLabel('줄거리').fill('둘이 만난다.');
  await page.getByLabel('영상').click();
  await page.getByRole('table', { name: '영상' }).getByRole('button', { name: '포슬구름 이불' }).click();
  await page.getByRole('button', { name: '회차 더하기' }).click();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0);
  await video.evaluate((element: HTMLVideoElement) => void (element.currentTime = 3));
  await page.getByRole('button', { name: '지난 이야기 여기서 시작' }).click();
  await expect(page.getByLabel('지난 이야기 시작', { exact: true })).toHaveValue('0:03');

  await page.getByRole('link', { name: '정보', exact: true }).click();
  await page.getByLabel('감독').fill('이둘');
  await server.query("update items set production = '다른 곳' where name = '달빛 여우'");
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('table', { name: '비교' }).getByRole('row', { name: /제작/ })).toContainText('다른 곳');
  await page.getByRole('button', { name: '그래도 내 변경 저장' }).click();
  await expect(page.getByRole('status')).toHaveText('저장했어요. 공개한 작품은 시청자에게 바로 보여요.');
  await expect(page.getByLabel('제작', { exact: true })).toHaveValue('다른 곳');
  await expect(page.getByLabel('감독')).toHaveValue('이둘');

  // What is typed while a save is under way stays, and is not saved yet.
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/titles/*/fields/', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.getByLabel('감독').fill('박셋');
  await page.keyboard.press('Enter');
  await page.getByLabel('제작', { exact: true }).fill('새 제작');
  release();
  await expect(page.getByText('저장하지 않은 변경이 있어요.')).toBeVisible();
  await expect
    .poll(() => server.query("select director from items where name = '달빛 여우'"))
    .toEqual([{ director: '박셋' }]);
  await expect(page.getByRole('button', { name: '저장', exact: true })).not.toHaveAttribute('data-pending');
  await expect(page.getByLabel('제작', { exact: true })).toHaveValue('새 제작');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect
    .poll(() => server.query("select production from items where name = '달빛 여우'"))
    .toEqual([{ production: '새 제작' }]);
  expect(said).toEqual([]);
});

test('an editor says in two presses that a style is drawn', async ({ page, server }) => {
  const said = listenTo(page);
  const styles = [
    ['Default', 'text', 0.98, 342, '오늘은 어디로 갈까요?'],
    ['OP-romaji', 'drawn', 0.97, 24, 'la la la'],
    ['Street', 'text', 0.55, 6, '역 앞 우체국'],
    ['Mask', 'drawn', 1, 90, ''],
  ] as const;
  for (const [style, kind, confidence, count, sample] of styles)
    await server.query(
      `insert into drawing_styles (title_id, style, kind, is_chosen, confidence, cnt_event, first_seconds, sample)
        values ($1, $2, $3, false, $4, $5, 83, $6)`,
      [DEMO.lastTrain, style, kind, confidence, count, sample],
    );
  await page.goto(`${server.url}/console/#/titles/${DEMO.lastTrain}/episodes/${DEMO.lastTrainFirst}`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();
  const row = page.getByRole('table', { name: '자막 스타일' }).getByRole('row', { name: /Street/ });
  await expect(row).toContainText('확인해 주세요');
  await row.scrollIntoViewIfNeeded();
  await picture(page, 'console-drawing-styles');
  await row.getByRole('button', { name: 'Street 종류: 글자' }).click();
  await page.getByRole('menuitem', { name: '그림' }).click();
  await expect(row).toContainText('직접 고름');
  await expect(row.getByRole('button', { name: 'Street 종류: 그림' })).toBeVisible();
  await page.reload();
  await expect(row).toContainText('직접 고름');
  expect(said).toEqual([]);
});

test('an editor moves an episode to another title by its picture, and back', async ({ page, server }) => {
  const said = listenTo(page);
  await page.goto(`${server.url}/console/#/titles/${DEMO.lastTrain}/episodes/${DEMO.lastTrainFirst}`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();
  const moveTo = async (name: string, number: string) => {
    await page.getByRole('button', { name: '다른 작품으로 옮기기' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: '옮길 작품' }).fill(name);
    await page.getByRole('option', { name }).first().click();
    await expect(dialog.getByText(/^보던 자리와/)).toBeVisible();
    await dialog.getByLabel('옮긴 뒤의 회차 이름').fill(number);
    return dialog;
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  const dialog = await moveTo('흑매검', '1화');
  await expect(dialog.getByRole('alert')).toContainText('1화가 이미 있어요');
  await picture(page, 'console-move-episode');
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'console-move-episode-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('옮긴 뒤의 회차 이름').fill('시즌 2 1화');
  await dialog.getByRole('button', { name: '옮기기' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '흑매검' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '시즌 2 1화 정보' })).toBeVisible();

  const name = (await server.query('select name from items where id = $1', [DEMO.lastTrain]))[0]!['name'] as string;
  await (await moveTo(name, '1화')).getByRole('button', { name: '옮기기' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('heading', { name: '1화 정보' })).toBeVisible();

  // An address of another episode opens the form of that one.
  const [second] = await server.query('select subject from episodes where id = $1', [DEMO.lastTrainSecond]);
  await page.goto(`${server.url}/console/#/titles/${DEMO.lastTrain}/episodes/${DEMO.lastTrainSecond}`);
  await expect(page.getByLabel('제목', { exact: true })).toHaveValue(second!['subject'] as string);
  expect(said).toEqual([]);
});
