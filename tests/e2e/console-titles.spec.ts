import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
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
  await expect(page.getByRole('status')).toHaveText('저장했어요. 시청자에게 바로 보여요.');
  await expect(page.getByLabel('제작', { exact: true })).toHaveValue('다른 곳');
  await expect(page.getByLabel('감독')).toHaveValue('이둘');
  expect(said).toEqual([]);
});
