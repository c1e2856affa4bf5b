import { createOnScreenKeyboard } from '#tests/support/on-screen-keyboard.ts';
import { DEMO, type Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ timeout: 120_000 });

const openSettings = async (tv: Tv) => {
  await tv.toHome();
  await tv.pressUntil('left', /settings$|navigation\//);
  await tv.pressUntil('down', /settings$/);
  await tv.press('ok');
  await tv.reach('settings');
};

test('the password is changed with the remote alone, and only the new one lets in', async ({ tv, server }) => {
  const { page } = tv;
  await openSettings(tv);
  await tv.press('right');
  await tv.pressUntil('down', /^settings\/account\/password$/);
  await tv.press('ok');
  await tv.reach('password');
  const old = createOnScreenKeyboard(tv, 'change/old');
  await old.ready();
  await old.press('b', 'o', 'r', 'a', '-', 'd', 'e', 'm', 'o', '-', '1', 'done');
  for (const step of ['password', 'again']) {
    const password = createOnScreenKeyboard(tv, `change/${step}`);
    await password.ready();
    await password.press('l', 'u', 'n', 'a', '-', '2', '0', '2', '6', 'done');
  }
  await tv.reach('settings');
  await expect(page.getByText('비밀번호를 바꿨어요.', { exact: false })).toBeVisible();
  expect(await tv.focusKey()).toBe('settings/account/password');
  const login = (password: string) =>
    page.request.post(`${server.url}/api/accounts/v1/login/`, {
      data: { email: DEMO.email, password, device: { platform: 'web' } },
    });
  expect((await login(DEMO.password)).status()).toBe(401);
  expect((await login('luna-2026')).status()).toBe(200);
});

test('a profile gets another name, an age limit and a PIN with the remote alone', async ({ tv }) => {
  const { page } = tv;
  await openSettings(tv);
  await tv.pressUntil('down', /^settings\/profiles$/);
  await tv.press('right');
  await tv.pressUntil('down', /^settings\/profiles\/(?!list)/);
  await tv.press('ok');
  await tv.reach('profile-edit');
  await tv.press('ok');
  const name = createOnScreenKeyboard(tv, 'profile-edit/keyboard');
  await name.ready();
  await name.press('ㅁ', 'ㅣ', 'done');
  await expect.poll(() => tv.focusKey()).toBe('profile-edit/name');
  await expect(page.locator(':focus')).toContainText('보라미');

  await tv.press('down', 'down', 'ok', 'up', 'ok');
  await expect.poll(() => tv.focusKey()).toBe('profile-edit/age');
  await expect(page.locator(':focus')).toContainText('15세 이하');

  await tv.press('down', 'ok');
  // Twice 1, 2, 3, 6: right, right, down.
  for (const again of [false, true]) {
    if (again) await tv.pressUntil('up', /^pin\/3$/);
    await expect.poll(() => tv.focusKey()).toMatch(/^pin\//);
    await tv.pressUntil('left', /^pin\/1$/);
    await tv.press('ok', 'right', 'ok', 'right', 'ok', 'down', 'ok');
  }
  await expect.poll(() => tv.focusKey()).toBe('profile-edit/pin');
  await expect(page.locator(':focus')).toContainText('사용 중');
  await tv.press('back');
  await tv.reach('settings');
  await expect(page.locator(':focus')).toContainText('보라미');
});

test('a session that ends elsewhere leads to sign-in once, and from there back to the very place', async ({
  tv,
  server,
}) => {
  const { page } = tv;
  await tv.toHome();
  await tv.pressUntil('down', /^ranking\//);
  await tv.press('right', 'ok');
  await tv.reach('item');
  const address = page.url();

  const device = { platform: 'web' };
  const login = await page.request.post(`${server.url}/api/accounts/v1/login/`, { data: { ...DEMO, device } });
  const { token } = (await login.json()) as { token: string };
  const headers = { authorization: `Token ${token}` };
  const listed = await page.request.get(`${server.url}/api/accounts/v1/sessions/`, { headers });
  const { results } = (await listed.json()) as { results: { id: string; is_current: boolean }[] };
  for (const { id } of results.filter((session) => !session.is_current))
    await page.request.delete(`${server.url}/api/accounts/v1/sessions/${id}/`, { headers });

  await tv.press('ok');
  await tv.reach('sign-in');
  await expect(page.getByText(/다시 로그인해 주세요/)).toHaveCount(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tv.signIn();
  await tv.press('ok');
  await tv.reach('player');
  await tv.press('back');
  await tv.reach('item');
  expect(page.url()).toBe(address);
});
