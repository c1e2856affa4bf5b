import type { TestServer } from '#tests/support/server/server.ts';
import { expect, listenTo, test } from './fixtures.ts';
import { DEMO } from '#tests/support/tv.ts';

test('a phone types e-mail and password, corrects an error, and the television is signed in', async ({
  tv,
  server,
  browser,
}) => {
  const { page } = tv;
  await tv.reach('sign-in');
  await tv.pressUntil('up', /^sign-in\/by-email$/);
  await tv.press('ok');
  const card = page.getByRole('complementary', { name: '휴대폰으로 입력' });
  const code = (await card.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).textContent()) ?? '';

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, locale: 'ko-KR' });
  const phone = await context.newPage();
  const said = listenTo(phone);
  await phone.goto(`${server.url}/input?code=${code}`);
  await expect(card.getByText('연결됐어요', { exact: true })).toBeVisible();
  const email = phone.getByLabel('이메일');
  await expect(email).toBeFocused();
  await phone.keyboard.type('demo@');
  const typed = page.getByRole('textbox', { name: '이메일' });
  await expect(typed).toHaveText('demo@');
  // A key of the remote reaches the phone.
  await page.keyboard.type('b');
  await expect(email).toHaveValue('demo@b');
  await phone.getByRole('button', { name: '다음' }).tap();
  await expect(phone.getByRole('alert')).toHaveText('이메일 주소를 다시 확인해 주세요.');
  await email.fill(DEMO.email);
  await phone.getByRole('button', { name: '다음' }).tap();

  const password = phone.getByLabel('비밀번호');
  await expect(password).toHaveAttribute('type', 'password');
  await password.fill(DEMO.password);
  await phone.getByRole('button', { name: '로그인' }).tap();
  await tv.reach('profiles');
  await expect(phone.getByRole('status')).toHaveText('입력이 끝났어요. 이 화면은 닫아도 돼요.');
  await expect(password).toHaveValue('');
  expect(said).toEqual([]);
  await context.close();
});

/** Makes a title of so many episodes, by copies of its first one. */
const lengthen = async (server: TestServer, itemId: number, count: number) => {
  await server.query(`
    insert into episodes select (jsonb_populate_record(episodes, jsonb_build_object(
      'id', 2000000 + number, 'order', number, 'episode_num', number || '화'))).*
    from episodes, generate_series((select max("order") + 1 from episodes where item_id = ${itemId}), ${count}) as number
    where item_id = ${itemId} and "order" = 1`);
  await server.query(`update settings set value = (value::int + 1)::text where name = 'catalogue-version'`);
};

test('a phone names one of a thousand episodes, and the television goes to it', async ({
  home: tv,
  server,
  browser,
}) => {
  const { page } = tv;
  await lengthen(server, DEMO.puffingIsland, 1128);
  await tv.goTo(`/items/${DEMO.puffingIsland}`, 'item');
  await tv.press('down');
  await tv.pressUntil('up', /^episode-tools\//);
  await tv.pressUntil('left', /^episode-tools\/number$/);
  await tv.press('ok');
  const card = page.getByRole('complementary', { name: '휴대폰으로 입력' });
  const code = (await card.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).textContent()) ?? '';

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, locale: 'ko-KR' });
  const phone = await context.newPage();
  const said = listenTo(phone);
  await phone.goto(`${server.url}/input?code=${code}`);
  const number = phone.getByLabel('회차 번호');
  await expect(number).toHaveAttribute('inputmode', 'numeric');
  await number.fill('1005');
  await expect(page.getByRole('status', { name: '1005화' })).toBeVisible();
  await phone.getByRole('button', { name: '이동' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveAccessibleName(/^1005화,/);
  // The chip of its hundred is chosen.
  await expect(page.getByRole('button', { name: '1001–1100화, 보는 중' })).toBeVisible();
  expect(said).toEqual([]);
  await context.close();
});
