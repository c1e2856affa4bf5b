import { login } from '#contract/accounts.ts';
import { callAt } from '#tests/support/calls-at.ts';
import { createOnScreenKeyboard, readMailedCode } from '#tests/support/app/on-screen-keyboard.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { DEMO } from '#tests/support/tv.ts';
import { expect, test } from './fixtures.ts';

// Every key is awaited, and the longest test presses a hundred.

const digitsOf = (code: string) => Array.from(code);

test('a viewer creates an account with the remote alone', async ({ tv, server }) => {
  const { page } = tv;
  await tv.reach('sign-in');
  await tv.pressUntil('down', /^sign-in\/sign-up$/);
  await tv.press('ok');
  await tv.reach('sign-up');

  const email = createOnScreenKeyboard(tv, 'sign-up/email');
  await email.ready();
  await email.press('b', 'o', '7', 'domain-gmail.com');
  await picture(page, 'sign-up-email');
  await email.press('done');

  const code = createOnScreenKeyboard(tv, 'sign-up/code');
  await code.ready();
  await picture(page, 'sign-up-code');
  await code.press(...digitsOf(await readMailedCode(page, server.url, 'bo7@gmail.com')));

  const password = createOnScreenKeyboard(tv, 'sign-up/password');
  await password.ready();
  await password.press('l', 'u', 'n', 'a', '-', '2', '0', '2', '6');
  await expect(page.getByRole('listitem', { name: '8자 이상, 맞음' })).toBeVisible();
  await expect(page.getByRole('listitem', { name: '영문·숫자·기호 중 두 가지, 맞음' })).toBeVisible();
  await picture(page, 'sign-up-password');
  await password.press('done');

  const again = createOnScreenKeyboard(tv, 'sign-up/again');
  await again.ready();
  await picture(page, 'sign-up-again');
  await again.press('l', 'u', 'n', 'a', '-', '2', '0', '2', '6', 'done');
  await expect(page.locator('main[data-screen=profiles], main[data-screen=home]')).toBeVisible();
});

test('a viewer creates an account with the pointer alone', async ({ tv, server }) => {
  const { page } = tv;
  await tv.reach('sign-in');
  await page.getByRole('button', { name: '회원가입' }).click();
  await tv.reach('sign-up');
  const email = createOnScreenKeyboard(tv, 'sign-up/email');
  await email.click('p', 'o', '8', 'domain-naver.com', 'done');
  const code = createOnScreenKeyboard(tv, 'sign-up/code');
  await code.ready();
  await code.click(...digitsOf(await readMailedCode(page, server.url, 'po8@naver.com')));
  for (const step of ['password', 'again']) {
    const password = createOnScreenKeyboard(tv, `sign-up/${step}`);
    await password.ready();
    await password.click('shift', 'v', 'i', 'o', 'l', 'e', 't', '-', '1', 'done');
  }
  await expect(page.locator('main[data-screen=profiles], main[data-screen=home]')).toBeVisible();
});

test('the mailed code replaces a forgotten password, and the old password stops working', async ({ tv, server }) => {
  const { page } = tv;
  await tv.reach('sign-in');
  await tv.pressUntil('down', /^sign-in\/forgotten$/);
  await tv.press('ok');
  await tv.reach('password');
  await createOnScreenKeyboard(tv, 'forgotten/email').ready();
  await page.keyboard.type('free@bora.example');
  await tv.press('ok');
  const code = createOnScreenKeyboard(tv, 'forgotten/code');
  await code.ready();
  await code.press(...digitsOf(await readMailedCode(page, server.url, 'free@bora.example')), 'done');
  for (const step of ['password', 'again']) {
    await createOnScreenKeyboard(tv, `forgotten/${step}`).ready();
    await page.keyboard.type('new-password-7');
    await picture(page, `forgotten-${step}`);
    await tv.press('ok');
  }
  await expect(page.locator('main[data-screen=profiles], main[data-screen=home]')).toBeVisible();

  const signIn = (password: string) =>
    callAt(server.url)(login, { body: { email: 'free@bora.example', password, device: { platform: 'web' } } });
  expect((await signIn(DEMO.password)).status).toBe(401);
  expect((await signIn('new-password-7')).status).toBe(200);
});

test('a viewer signs in by e-mail with the remote alone, and Back keeps the typed text', async ({ tv }) => {
  await tv.reach('sign-in');
  await tv.press('ok');
  const email = createOnScreenKeyboard(tv, 'sign-in/email');
  await email.ready();
  await email.press('d', 'e', 'm', 'o', '@', 'b', 'o', 'r', 'a', '.', 'e', 'x', 'a', 'm', 'p', 'l', 'e', 'done');
  const password = createOnScreenKeyboard(tv, 'sign-in/password');
  await password.ready();
  await tv.press('back');
  await email.ready();
  await expect(tv.page.getByRole('textbox', { name: '이메일' })).toHaveText(DEMO.email);
  await email.press('done');
  await password.ready();
  await password.press('b', 'o', 'r', 'a', '-', 'd', 'e', 'm', 'o', '-', '1', 'done');
  await tv.reach('profiles');
});

test('a television switched off during sign-up returns to the code step', async ({ tv, server }) => {
  const { page } = tv;
  await tv.reach('sign-in');
  await tv.pressUntil('down', /^sign-in\/sign-up$/);
  await tv.press('ok');
  await createOnScreenKeyboard(tv, 'sign-up/email').ready();
  await page.keyboard.type('night@bora.example');
  await tv.press('ok');
  await createOnScreenKeyboard(tv, 'sign-up/code').ready();
  const mailed = await readMailedCode(page, server.url, 'night@bora.example');

  await page.reload();
  await tv.reach('sign-up');
  await createOnScreenKeyboard(tv, 'sign-up/code').ready();
  await expect(page.getByText('night@bora.example')).toBeVisible();
  await page.keyboard.type(mailed);
  await createOnScreenKeyboard(tv, 'sign-up/password').ready();
  const stored = await page.evaluate(() => JSON.stringify(window.localStorage));
  expect(stored).not.toContain(mailed);
});

test('holding OK lets an arrow type the vowel', async ({ tv }) => {
  const { page } = tv;
  await tv.reach('sign-in');
  await tv.press('ok');
  const email = createOnScreenKeyboard(tv, 'sign-in/email');
  await email.ready();
  await email.press('b');
  await page.keyboard.down('Enter');
  await page.getByRole('status', { name: /모음/ }).waitFor();
  await picture(page, 'keyboard-vowels');
  await page.keyboard.up('Enter');
  await tv.press('down');
  await expect(page.getByRole('textbox', { name: '이메일' })).toHaveText('bbo');
  await email.press('.', 'x');
  await expect(page.getByRole('textbox', { name: '이메일' })).toHaveText('bbo.x');
});
