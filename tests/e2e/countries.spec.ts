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

  await page.evaluate((id) => (window.location.hash = `/items/${id}`), DEMO.lastTrain);
  await expect(page.getByText('이 나라에서는 볼 수 없는 작품이에요.')).toBeVisible();
  await picture(page, 'title-not-here');
  expect(said).toEqual([]);
});
