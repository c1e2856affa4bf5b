import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createProfile } from '#src/api/profiles.ts';
import type { RunningApp } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { startAsNewcomer } from '#tests/support/newcomer.ts';

const goTo = async (app: RunningApp, name: RegExp) => {
  for (let step = 0; step < 6 && !name.test(app.focused().getAttribute('aria-label') ?? ''); step += 1)
    await app.press('right');
  expect(app.focused()).toHaveAccessibleName(name);
};

test('the third wrong PIN starts a countdown during which the pad ignores digits', async () => {
  const clock = createFakeClock();
  const app = await startAsNewcomer('pin-wait@bora.example', { clock });
  await createProfile(app.api, { name: '잠금', default_image_id: 3, pin: '1234' });
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  await goTo(app, /잠금/);
  await app.press('ok');
  for (const pin of ['9', '8'] as const) {
    await app.press(pin, pin, pin, pin);
    expect(await screen.findByText('PIN이 맞지 않아요.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/확인하는 중/)).toBeNull());
  }
  await app.press('7', '7', '7', '7');
  const status = await screen.findByText(/5초 뒤에 다시 눌러 주세요/);
  await act(() => clock.pass(2000));
  expect(status).toHaveTextContent('3초 뒤에 다시 눌러 주세요.');
  await app.press('1', '2');
  expect(screen.getByRole('img', { name: '0자리 입력함' })).toBeVisible();
  await act(() => clock.pass(3000));
  expect(status).toHaveTextContent('이제 다시 누를 수 있어요.');
  await app.press('1');
  expect(screen.getByRole('img', { name: '1자리 입력함' })).toBeVisible();
});

test('a PIN can be set, changed with the old one, and removed, with the digits of the remote', async () => {
  const app = await startAsNewcomer('pin-set@bora.example');
  await createProfile(app.api, { name: '둘째', default_image_id: 3 });
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  await app.press('down', 'ok', 'up');
  await goTo(app, /둘째/);
  await app.press('ok');
  await app.reach('profile-edit');
  await app.press('down', 'down', 'down', 'down', 'down', 'ok');
  await app.press('1', '1', '1', '1', '2', '2', '2', '2');
  expect(screen.getByText(/두 번이 서로 달라요/)).toBeVisible();
  await app.press('1', '2', '3', '4', '1', '2', '3', '4');
  await waitFor(() => expect(app.focusKey()).toBe('profile-edit/pin'));
  expect(app.focused()).toHaveTextContent('사용 중');

  await app.press('ok', 'ok');
  await app.press('4', '3', '2', '1', '4', '3', '2', '1');
  await waitFor(() => expect(app.focusKey()).toBe('profile-edit/pin'));
  await app.press('back');
  await app.reach('profiles');

  // The profile picker asks for the new PIN.
  await app.press('ok', '1', '2', '3', '4');
  expect(await screen.findByText('PIN이 맞지 않아요.')).toBeVisible();
  await app.press('4', '3', '2', '1');
  await waitFor(() => expect(app.focusKey()).toMatch(/^profile-edit\//));
  for (let step = 0; step < 6 && app.focusKey() !== 'profile-edit/pin'; step += 1) await app.press('down');
  await app.press('ok', 'down', 'ok');
  await waitFor(() => expect(app.focusKey()).toBe('profile-edit/pin'));
  await waitFor(() => expect(app.focused()).toHaveTextContent('사용 안 함'));
});
