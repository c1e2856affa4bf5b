import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { DEMO } from '#tests/support/demo-account.ts';
import { expect, listenTo, test } from './fixtures.ts';

// No proxy names a country for calls of this test, so callers count as being in Japan.
test.use({ countries: { countries: ['KR', 'JP'], header: 'x-country', unknown: 'JP' } });

test('an operator limits a title to a country, and a television in another one says that it is not there', async ({
  home: tv,
  server,
  browser,
}) => {
  const { page } = tv;
  const desk = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const said = listenTo(desk);
  await desk.goto(`${server.url}/console/#/titles/${DEMO.lastTrain}/fields`);
  await desk.getByLabel('이메일').fill(DEMO_OWNER.email);
  await desk.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await desk.getByRole('button', { name: '로그인' }).click();
  const countries = desk.getByRole('combobox', { name: '볼 수 있는 나라', exact: true });
  await countries.fill('KR');
  await desk.keyboard.press('Enter');
  await countries.scrollIntoViewIfNeeded();
  await picture(desk, 'console-countries');
  await desk.setViewportSize({ width: 390, height: 844 });
  await countries.scrollIntoViewIfNeeded();
  await picture(desk, 'console-countries-390');
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk.getByRole('button', { name: '저장' }).click();
  await expect(desk.getByRole('status')).toHaveText(/^저장했어요/);

  await desk.getByRole('navigation', { name: '작품의 부분' }).getByRole('link', { name: '미리 보기' }).click();
  await expect(desk.getByText('목록과 검색에 보여요.')).toBeVisible();
  await desk.getByRole('button', { name: /나라/ }).click();
  await desk.getByRole('option', { name: '다른 나라' }).click();
  await expect(desk.getByText('이 나라에서는 볼 수 없는 작품이에요.')).toBeVisible();

  // Another title, by a change of many.
  await desk.goto(`${server.url}/console/#/titles`);
  await desk
    .getByRole('row', { name: /초롱고개 여우손님/ })
    .getByRole('checkbox')
    .check();
  await desk.getByRole('region', { name: '고른 작품' }).getByRole('button', { name: '나라', exact: true }).click();
  await desk.getByRole('dialog').getByLabel('볼 수 있는 나라').fill('kr');
  await desk.getByRole('button', { name: '1개 바꾸기' }).click();
  await expect(desk.getByText('볼 수 있는 나라를 바꿨어요.')).toBeVisible();
  expect(await server.query('select countries from items where id = $1', [DEMO.lanternFox])).toEqual([
    { countries: ['KR'] },
  ]);

  await page.evaluate((id) => (window.location.hash = `/items/${id}`), DEMO.lastTrain);
  await expect(page.getByText('이 나라에서는 볼 수 없는 작품이에요.')).toBeVisible();
  await picture(page, 'title-not-here');
  expect(said).toEqual([]);
});

test('an operator types the last day of a title, and a television says until when it is there', async ({
  home: tv,
  server,
  browser,
}) => {
  const { page } = tv;
  const desk = await (await browser.newContext()).newPage();
  const said = listenTo(desk);
  await desk.goto(`${server.url}/console/#/titles/${DEMO.lastTrain}/fields`);
  await desk.getByLabel('이메일').fill(DEMO_OWNER.email);
  await desk.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await desk.getByRole('button', { name: '로그인' }).click();
  const end = desk.getByLabel('제공 끝 (한국 시각)');
  await end.fill('2026-02-30');
  await desk.getByRole('button', { name: '저장' }).click();
  await expect(end).toBeFocused();
  expect(await end.evaluate((field: HTMLInputElement) => field.validationMessage)).toMatch(/처럼 적어 주세요/);

  // Midnight in Korea, four or five days ahead: the day before is the last one.
  const korean = new Date(Date.now() + (9 + 5 * 24) * 3600_000);
  await end.fill(`${korean.getUTCFullYear()}. ${korean.getUTCMonth() + 1}. ${korean.getUTCDate()}.`);
  await desk.getByRole('button', { name: '저장' }).click();
  await expect(desk.getByRole('status')).toHaveText(/^저장했어요/);
  await expect(end).toHaveValue(`${korean.toISOString().slice(0, 10)} 00:00`);
  await page.evaluate((id) => (window.location.hash = `/items/${id}`), DEMO.lastTrain);
  const last = new Date(korean.getTime() - 24 * 3600_000);
  await expect(page.getByText(/^곧 내려가요\. /)).toContainText(`${last.getUTCMonth() + 1}월 ${last.getUTCDate()}일`);
  await picture(page, 'title-leaves');
  expect(said).toEqual([]);
});
