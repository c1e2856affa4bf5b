import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyAccount, login } from '#contract/accounts.ts';
import { listProfiles } from '#contract/profiles.ts';
import { signIn } from '#src/api/accounts.ts';
import { createProfile } from '#src/api/profiles.ts';
import { DEMO, startApp, type RunningApp } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { openSettings, readCode } from '#tests/support/newcomer.ts';
import { press, rest } from '#tests/app/late/tour.ts';

const reachStep = (app: RunningApp, focusKey: string) =>
  waitFor(() => expect(app.focusKey()).toMatch(new RegExp(`^${focusKey}/`)));
const typeAt = async (app: RunningApp, focusKey: string, text: string) => {
  await reachStep(app, focusKey);
  await act(async () => app.platform.type(text));
};
const signUp = async (app: RunningApp, email: string, password: string) => {
  await app.reach('sign-in');
  await app.press('down', 'ok');
  await typeAt(app, 'sign-up/email', email);
  await app.press('ok');
  await typeAt(app, 'sign-up/code', await readCode(email));
  await typeAt(app, 'sign-up/password', password);
  await app.press('ok');
  await typeAt(app, 'sign-up/again', password);
  await app.press('ok');
};

test('the sign-up form mails one code per wait, even when the viewer steps back and on again', async () => {
  const clock = createFakeClock();
  const app = startApp({ clock });
  await app.reach('sign-in');
  await app.press('down', 'ok');
  await reachStep(app, 'sign-up/email');
  // Typing takes time; the wait starts when the code is mailed.
  await act(() => clock.pass(12_000));
  await act(async () => app.platform.type('once@bora.example'));
  await app.press('ok');
  await reachStep(app, 'sign-up/code');
  expect(screen.getByRole('button', { name: '다시 받기 60초' })).toHaveAttribute('aria-disabled', 'true');
  await app.press('1', '2', 'back');
  await reachStep(app, 'sign-up/email');
  await app.press('fast-forward');
  await reachStep(app, 'sign-up/code');
  expect(screen.getByRole('textbox', { name: '인증 코드' })).toHaveTextContent('12');
  expect(app.wire.answered(/emails.*authorize/)).toBe(2);

  await act(() => clock.pass(20_000));
  const resend = screen.getByRole('button', { name: '다시 받기 40초' });
  await act(async () => fireEvent.click(resend));
  expect(app.wire.answered(/emails.*authorize/)).toBe(2);
  await act(() => clock.pass(40_000));
  expect(screen.getByRole('button', { name: '다시 받기' })).not.toHaveAttribute('aria-disabled', 'true');

  // Why no other code came is said until the viewer types on.
  app.wire.isCut = true;
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '다시 받기' })));
  const problem = await screen.findByRole('alert');
  expect(problem).not.toBeEmptyDOMElement();
  app.wire.isCut = false;
  await app.press('3');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the hint about vowels stands only beside a keyboard that has them', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await press('sign-in/by-email');
  await reachStep(app, 'sign-in/email');
  expect(screen.queryByText(/모음을 화살표로/)).toBeNull();
  await act(async () => app.platform.type(DEMO.email));
  await app.press('fast-forward');
  await reachStep(app, 'sign-in/password');
  expect(screen.queryByText(/모음을 화살표로/)).toBeNull();
  await press('sign-in/password/layer-hangul');
  expect(await screen.findByText(/모음을 화살표로/)).toBeVisible();
});

test('Back cancels a sign-in that is under way: its form stays, and the late answer signs nobody in', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await press('sign-in/by-email');
  await typeAt(app, 'sign-in/email', DEMO.email);
  await app.press('fast-forward');
  await typeAt(app, 'sign-in/password', DEMO.password);
  const answers = app.wire.holdAnswer(login);
  await app.press('fast-forward');
  await waitFor(() => expect(answers.count()).toBe(1));
  await app.press('back');
  await reachStep(app, 'sign-in/password');
  answers.release();
  await rest(app);
  expect(app.focusKey()).toMatch(/^sign-in\/password\//);
  expect(app.stores.session.getState().accountToken).toBeNull();
});

test('a newcomer with one profile skips the profile picker', async () => {
  const app = startApp();
  await signUp(app, 'newcomer@bora.example', 'luna-2026');
  await app.reach('home');
  expect(app.stores.session.getState()).toMatchObject({ isProfileChosen: true });

  // With two profiles, the picker is shown, and also when the viewer switches profiles.
  await createProfile(app.api, { name: '둘째', default_image_id: 3 });
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  expect(await app.api.call(listProfiles, {})).toMatchObject({ count: 2 });
});

test('a wrong reset code shows its error at the code and keeps the new password', async () => {
  const email = 'forgetful@bora.example';
  const made = startApp();
  await signUp(made, email, 'luna-2026');
  await made.reach('home');
  cleanup();

  const app = startApp();
  await app.reach('sign-in');
  await app.press('down', 'down', 'ok');
  await typeAt(app, 'forgotten/email', email);
  await app.press('ok');
  await reachStep(app, 'forgotten/code');
  const code = await readCode(email);
  await typeAt(app, 'forgotten/code', `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`);
  await app.press('ok');
  for (const step of ['password', 'again']) {
    await typeAt(app, `forgotten/${step}`, 'sunny-2027');
    await app.press('ok');
  }
  expect(await screen.findByText('인증 코드가 맞지 않아요. 다시 확인해 주세요.')).toBeVisible();
  await reachStep(app, 'forgotten/code');
  await app.press('rewind');
  await act(async () => app.platform.type(code.slice(-1)));
  await app.press('ok');
  await app.reach('home');
  await expect(signIn(app.api, email, 'sunny-2027', { platform: 'web' })).resolves.toMatchObject({
    account: { email },
  });
  await expect(signIn(app.api, email, 'luna-2026', { platform: 'web' })).rejects.toMatchObject({
    code: 'LOGIN_FAILED',
  });
});

test('a wrong old password shows its error at its field and keeps the new password', async () => {
  const email = 'changer@bora.example';
  const app = startApp();
  await signUp(app, email, 'luna-2026');
  await app.reach('home');
  const elsewhere = await signIn(app.api, email, 'luna-2026', { platform: 'web' });
  await openSettings(app);
  await app.press('right', 'down', 'down', 'ok');
  await app.reach('password');
  await typeAt(app, 'change/old', 'luna-2027');
  await app.press('ok');
  for (const step of ['password', 'again']) {
    await typeAt(app, `change/${step}`, 'sunny-2027');
    await app.press('ok');
  }
  expect(await screen.findByText('지금 비밀번호가 맞지 않아요.')).toBeVisible();
  await reachStep(app, 'change/old');
  await app.press('rewind');
  await act(async () => app.platform.type('6'));
  await app.press('ok');
  expect(await screen.findByText(/비밀번호를 바꿨어요/)).toBeVisible();
  await app.reach('settings');
  expect(app.focusKey()).toBe('settings/account/password');
  await expect(app.api.call(getMyAccount, {}, { token: elsewhere.token })).rejects.toMatchObject({
    code: 'TOKEN_INVALID',
  });
  await expect(app.api.call(getMyAccount, {})).resolves.toMatchObject({ email });
});

test('Back leads from a form to the form before it', async () => {
  const app = startApp();
  await app.reach('sign-in');
  await app.press('ok');
  await typeAt(app, 'sign-in/email', DEMO.email);
  await app.press('ok');
  await reachStep(app, 'sign-in/password');
  await app.press('channel-up', 'right', 'ok');
  await reachStep(app, 'forgotten/email');
  expect(screen.getByRole('textbox', { name: '이메일' })).toHaveTextContent(DEMO.email);
  await app.press('back');
  await reachStep(app, 'sign-in/password');
  await app.press('back');
  await reachStep(app, 'sign-in/email');
  expect(screen.getByRole('textbox', { name: '이메일' })).toHaveTextContent(DEMO.email);
});
