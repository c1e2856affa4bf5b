import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderPlan } from '#contract/shop.ts';
import { createProfile, openProfile } from '#src/api/profiles.ts';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { startAsNewcomer } from '#tests/support/newcomer.ts';
import { makeVoucher } from '#tests/support/app/make-voucher.ts';
import { answerCheckout } from '#tests/support/app/pay-on-phone.ts';

/** Types with the computer's keyboard, and ends with Enter. */
async function type(app: RunningApp, text: string) {
  await act(async () => app.platform.type(text));
  await app.press('ok');
}

/** Pays the membership whose code is on the screen; a repeated call returns the pending order. */
async function pay({ api }: RunningApp, planId: string) {
  await screen.findByRole('img', { name: /QR/ });
  await answerCheckout((await api.call(orderPlan, { params: { id: planId } })).checkout_url, 'approve');
}

test('a membership is bought by phone in settings, and shows its end', async () => {
  const clock = createFakeClock();
  const app = await startAsNewcomer('member@bora.example', { hash: '#/settings', clock }, 'settings');
  await app.press('right');
  await waitFor(() => expect(app.focusKey()).toBe('settings/account/email'));
  await app.press('down');
  expect(app.focused()).toHaveAccessibleName(/^멤버십, 무료,/);
  await app.press('ok');
  await app.reach('membership');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^베이직 30일, 4,900원,/));
  await app.press('down', 'ok');
  expect(screen.getByRole('dialog', { name: '프리미엄 30일 결제' })).toContainElement(app.focused());
  expect(screen.getByRole('status', { name: '코드를 만들고 있어요' })).toBeInTheDocument();
  await pay(app, '2');
  await act(() => clock.pass(2_000));
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('닫기'));
  expect(screen.getByText('이제 멤버십 작품을 볼 수 있어요.')).toBeVisible();
  await app.press('ok');
  expect(app.focused()).toHaveAccessibleName(/^프리미엄 30일,/);
  // The app's clock is the test's; the server's is today.
  expect(await screen.findByText(/까지 · \d+일 남음$/)).toBeVisible();
  await app.press('back');
  await app.reach('settings');
  await waitFor(() =>
    expect(app.focused()).toHaveAccessibleName(/^멤버십, 프리미엄 · \d+일 남음, 기기 4대에서 함께 볼 수 있어요\.$/),
  );
});

test('a code is redeemed in a dialog, which says what is wrong with another one', async () => {
  const code = await makeVoucher({ kind: 'days', plan: 'premium', days: 30 });
  const app = await startAsNewcomer('code@bora.example', { hash: '#/membership' }, 'membership');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^베이직 30일/));
  await app.press('down', 'down');
  expect(app.focused()).toHaveAccessibleName(/^쿠폰 쓰기/);
  await app.press('ok');
  expect(screen.getByRole('dialog', { name: '쿠폰 쓰기' })).toContainElement(app.focused());
  await type(app, 'bcdf');
  expect(await screen.findByText(/^쓸 수 없는 쿠폰이에요/)).toBeVisible();
  await app.press('back');
  expect(app.focused()).toHaveAccessibleName(/^쿠폰 쓰기/);
  await app.press('ok');
  await type(app, code);
  expect(await screen.findByText('프리미엄 30일을 받았어요.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText(/까지 · \d+일 남음$/)).toBeVisible();
});

test('a code for a discount lowers each price, beside which the one before it stands', async () => {
  const code = await makeVoucher({ kind: 'discount', percent: 20 });
  const app = await startAsNewcomer('discount@bora.example', { hash: '#/membership' }, 'membership');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^베이직 30일, 4,900원, /));
  expect(app.focused()).not.toHaveAccessibleName(/할인/);
  await app.press('down', 'down', 'ok');
  await type(app, code);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^베이직 30일/ })).toHaveAccessibleName(
      /^베이직 30일, 3,920원, .*쿠폰 할인 전 4,900원/,
    ),
  );
  expect(screen.getByRole('button', { name: /^프리미엄 30일/ })).toHaveAccessibleName(/쿠폰 할인 전/);
});

test('a title for members names the cheapest way, and offers the membership beside its products', async () => {
  const clock = createFakeClock();
  const app = await startAsNewcomer('pass@bora.example', { hash: `#/items/${DEMO.haenyeoBreath}`, clock }, 'item');
  expect(app.focused()).toHaveAccessibleName(/^대여 [\d,]+원부터$/);
  await app.press('ok');
  expect(screen.getByRole('dialog', { name: '볼 수 있는 방법' })).toContainElement(app.focused());
  await app.press('down');
  expect(app.focused()).toHaveAccessibleName('베이직 30일, 4,900원, 멤버십 · 30일 동안 기기 1대');
  await app.press('ok');
  await pay(app, '1');
  await act(() => clock.pass(2_000));
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('바로 보기'));
  await app.press('back');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('재생'));
});

test('a membership without an end says what it gives, and leads to devices and settings', async () => {
  const app = await startAtHome();
  await act(async () => void (window.location.hash = '#/membership'));
  await app.reach('membership');
  await waitFor(() => expect(app.focusKey()).toBe('membership/devices'));
  expect(screen.getByText('끝나는 날 없이 계속')).toBeVisible();
  expect(screen.getByText('기기 4대에서 함께 봐요')).toBeVisible();
  expect(screen.getByText('광고 없이 봐요')).toBeVisible();
  await app.press('ok');
  await app.reach('settings');
  await waitFor(() => expect(app.focusKey()).toBe('settings/devices'));
  await app.press('back');
  await app.reach('membership');
  expect(app.focusKey()).toBe('membership/devices');
  await app.press('down', 'ok');
  await app.reach('settings');
  await waitFor(() => expect(app.focusKey()).toBe('settings/account'));
});

test('a membership without an end shows popular titles below, and Back returns to the one that was opened', async () => {
  const app = await startAtHome();
  await act(async () => void (window.location.hash = '#/membership'));
  await app.reach('membership');
  const row = await screen.findByRole('group', { name: '지금 인기 있는 작품' });
  await app.press('down', 'down', 'right');
  expect(row).toContainElement(app.focused());
  const title = app.focusKey();
  await app.press('ok');
  await app.reach('item');
  await app.press('back');
  await app.reach('membership');
  await waitFor(() => expect(app.focusKey()).toBe(title));
  await app.press('up');
  expect(app.focusKey()).toBe('membership/settings');
});

test('letters that leave no room for the popular titles put a way to them in the list', async () => {
  const app = await startAtHome();
  await act(async () => app.stores.settings.getState().change({ letters: 'large-3' }));
  await act(async () => void (window.location.hash = '#/membership'));
  await app.reach('membership');
  await waitFor(() => expect(app.focusKey()).toBe('membership/devices'));
  await app.press('down', 'down');
  expect(app.focused()).toHaveAccessibleName(/^지금 인기 있는 작품/);
  await app.press('ok');
  await app.reach('browse');
  await app.press('back');
  await app.reach('membership');
  await waitFor(() => expect(app.focusKey()).toBe('membership/browse'));
});

test('popular titles that come late move no focus on the membership screen', async () => {
  const app = await startAtHome();
  const release = app.wire.hold(/\/items\/v1\/list/);
  await act(async () => void (window.location.hash = '#/membership'));
  await app.reach('membership');
  await waitFor(() => expect(app.focusKey()).toBe('membership/devices'));
  await app.press('down', 'down');
  expect(app.focusKey()).toBe('membership/settings');
  release();
  await screen.findByRole('group', { name: '지금 인기 있는 작품' });
  expect(app.focusKey()).toBe('membership/settings');
});

test('a limited profile sees where a membership can be started', async () => {
  const app = await startAsNewcomer('child-pass@bora.example', {}, 'home');
  const { id } = await createProfile(app.api, { name: '아이', default_image_id: 3, max_rating: '12' });
  const { token, profile } = await openProfile(app.api, id, null);
  await act(async () => app.stores.session.getState().chooseProfile(token, profile));
  await act(async () => void (window.location.hash = '#/membership'));
  await app.reach('membership');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^연령 제한이 있는 프로필이에요/));
  await app.press('right', 'down');
  expect(app.focusKey()).toBe('membership/note');
  await app.press('ok');
  expect(screen.queryByRole('dialog')).toBeNull();
  await app.reach('home');
});
