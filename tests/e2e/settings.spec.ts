import { endpoints } from '#contract/endpoints.ts';
import { callAt, signInAt } from '#tests/support/calls-at.ts';
import { createOnScreenKeyboard } from '#tests/support/app/on-screen-keyboard.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { DEMO, type Tv } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

const openSettings = async (tv: Tv) => {
  await tv.pressUntil('left', /settings$|navigation\//);
  await tv.pressUntil('down', /settings$/);
  await tv.press('ok');
  await tv.reach('settings');
};

test('a viewer changes the password, and only the new one signs in', async ({ home: tv, server }) => {
  const { page } = tv;
  await openSettings(tv);
  await tv.press('right');
  await tv.pressUntil('down', /^settings\/account\/password$/);
  await tv.press('ok');
  await tv.reach('password');
  const old = createOnScreenKeyboard(tv, 'change/old');
  await old.ready();
  await old.press('b', 'o', 'r', 'a', '-', 'd', 'e', 'm', 'o', '-', '1', 'done');
  // The remote types new passwords in the story of the sign-up.
  for (const step of ['password', 'again']) {
    await createOnScreenKeyboard(tv, `change/${step}`).ready();
    await page.keyboard.type('luna-2026');
    await tv.press('ok');
  }
  await tv.reach('settings');
  await expect(page.getByText('비밀번호를 바꿨어요.', { exact: false })).toBeVisible();
  await picture(page, 'settings-password-changed');
  expect(await tv.focusKey()).toBe('settings/account/password');
  const login = (password: string) =>
    callAt(server.url)(endpoints.login, { body: { email: DEMO.email, password, device: { platform: 'web' } } });
  expect((await login(DEMO.password)).status).toBe(401);
  expect((await login('luna-2026')).status).toBe(200);
});

test("a viewer changes a profile's name, age limit and PIN with the remote alone", async ({ home: tv }) => {
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

  await tv.pressUntil('down', /^profile-edit\/pin$/);
  await tv.press('ok');
  // Types 1, 2, 3, 6 twice: right, right, down.
  for (const again of [false, true]) {
    if (again) await tv.pressUntil('up', /^pin\/3$/);
    await expect.poll(() => tv.focusKey()).toMatch(/^pin\//);
    await tv.pressUntil('left', /^pin\/1$/);
    await picture(page, again ? 'profile-pin-again' : 'profile-pin');
    await tv.press('ok', 'right', 'ok', 'right', 'ok', 'down', 'ok');
  }
  await expect.poll(() => tv.focusKey()).toBe('profile-edit/pin');
  await expect(page.locator(':focus')).toContainText('사용 중');
  await picture(page, 'profile-edited');
  await tv.press('back');
  await tv.reach('settings');
  await expect(page.locator(':focus')).toContainText('보라미');
});

test('a session ended elsewhere leads to sign-in once, and from there back to the same place', async ({
  home: tv,
  server,
}) => {
  const { page } = tv;
  await tv.pressUntil('down', /^ranking\//);
  await tv.press('right', 'ok');
  await tv.reach('item');
  const address = page.url();

  const call = callAt(server.url);
  const { accountToken: token } = await signInAt(server.url);
  const { results } = (await call(endpoints.listDeviceSessions, { token })).reply;
  for (const { id } of results.filter((session) => !session.is_current))
    await call(endpoints.removeDeviceSession, { token, params: { id } });

  await tv.press('ok');
  await tv.reach('sign-in');
  await expect(page.getByText(/다시 로그인해 주세요/)).toHaveCount(1);
  await picture(page, 'sign-in-again');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tv.signIn();
  await tv.press('ok');
  await tv.reach('player');
  // Before the first frame, Back would return to the profile picker.
  await expect.poll(tv.videoTime).toBeGreaterThan(0);
  await tv.leavePlayer();
  await tv.reach('item');
  expect(page.url()).toBe(address);
});
