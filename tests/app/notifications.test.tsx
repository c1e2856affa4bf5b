import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getNotificationSettings, listNotifications, updateNotificationSettings } from '#contract/notifications.ts';
import { systemClock } from '#src/lib/clock.ts';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts';
import { openSettings, startAsNewcomer } from '#tests/support/newcomer.ts';

const list = async ({ api }: RunningApp) => api.call(listNotifications, { query: {} });
const goTo = async (app: RunningApp, key: string) => {
  await app.press('left');
  for (let step = 0; step < 8 && app.focusKey() !== key; step += 1) await app.press('down');
  expect(app.focusKey()).toBe(key);
};

let clock: FakeClock;
beforeEach(() => {
  clock = createFakeClock();
});

test('the navigation counts what is unread, and seeing the list reads it', async () => {
  const app = await startAtHome({ clock });
  // The worker has found the rentals of the demo that end soon.
  const told = await waitFor(async () => {
    const found = await list(app);
    expect(found.results.map(({ kind }) => kind)).toContain('rental_ending');
    return found;
  });
  const { results, cnt_unread: unread } = told;
  expect(unread).toBeGreaterThan(1);
  await act(async () => clock.advance(2_000));
  await goTo(app, 'navigation/notifications');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(`알림, 새 소식 ${unread}개`));

  const release = app.wire.hold(/notifications/);
  await app.press('ok');
  await waitFor(() => expect(document.querySelector('main')?.dataset['screen']).toBe('notifications'));
  expect(app.focusKey()).toBe('notifications/list/loading');
  await act(async () => release());
  await app.reach('notifications');
  expect(app.focusKey()).toBe(`notifications/list/0/notification:${results[0]!.id}`);
  expect(app.focused()).toHaveAccessibleName(
    new RegExp(`^새 알림, 대여 종료, ${results[0]!.title}, .*, ${results.length}개 중 1번째$`),
  );
  await waitFor(async () => expect((await list(app)).cnt_unread).toBe(0));

  // Back from what it leads to returns to the same entry.
  await app.press('down', 'ok');
  await app.reach('item');
  expect(window.location.hash).toBe(`#/items/${results[1]!.item_id}`);
  await app.press('back');
  await app.reach('notifications');
  expect(app.focusKey()).toBe(`notifications/list/1/notification:${results[1]!.id}`);
  // Play has nothing to play there, and opens the same.
  await app.press('up', 'play');
  await app.reach('item');
  expect(window.location.hash).toBe(`#/items/${results[0]!.item_id}`);
  await app.press('back');
  await app.reach('notifications');
  await app.press('left');
  expect(app.focusKey()).toBe('navigation/notifications');
  expect(app.focused()).toHaveAccessibleName('알림');
});

test('a list that failed is loaded again', async () => {
  const app = await startAtHome({ clock });
  await goTo(app, 'navigation/notifications');
  app.wire.isCut = true;
  await app.press('ok');
  await screen.findByText('불러오지 못했어요');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('다시 시도'));
  app.wire.isCut = false;
  await app.press('ok');
  await waitFor(() => expect(app.focusKey()).toMatch(/^notifications\/list\/0\/notification:/));
});

test('the list is read again after Back, and stays when that fails', async () => {
  const app = await startAtHome({ clock });
  await goTo(app, 'navigation/notifications');
  await app.press('ok');
  await app.reach('notifications');
  await waitFor(() => expect(app.wire.pending()).toBe(0));
  const [entry, read] = [app.focusKey(), () => app.wire.answered(/notifications\/v1\/list/)];
  const before = read();
  await app.press('ok');
  await app.reach('item');
  await app.press('back');
  await app.reach('notifications');
  await waitFor(() => expect(read()).toBeGreaterThan(before));
  await app.press('ok');
  await app.reach('item');
  await waitFor(() => expect(app.wire.pending()).toBe(0));
  app.wire.isCut = true;
  await app.press('back');
  await app.reach('notifications');
  await screen.findByText('연결이 끊겨 마지막으로 받은 내용을 보여 드려요', {}, { timeout: 20_000 });
  expect(app.focusKey()).toBe(entry);
});

test('a newcomer has none, and turns kinds off for all devices', async () => {
  const app = await startAsNewcomer('alerts@bora.example', { hash: '#/notifications' }, 'notifications');
  await screen.findByText('아직 알림이 없어요');
  expect(app.focused()).toHaveAccessibleName('다시 확인');
  await openSettings(app);
  await app.press('down', 'down', 'down', 'down', 'right');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^새 회차, /));
  expect(app.focused()).toBeChecked();
  await app.press('down', 'ok');
  expect(app.focused()).toHaveAccessibleName(/^공개 연기, /);
  expect(app.focused()).not.toBeChecked();
  const wanted = async () => app.api.call(getNotificationSettings, {});
  await waitFor(async () => expect(await wanted()).toMatchObject({ delay: false, new_episode: true }));

  // Another device has turned a kind off: a change here does not affect it.
  await app.api.call(updateNotificationSettings, { body: { request: false } });
  app.wire.isCut = true;
  await app.press('ok');
  await screen.findByText(/알림 설정을 저장하지 못했어요/);
  expect(app.focused()).not.toBeChecked();
  app.wire.isCut = false;
  await app.press('ok');
  await waitFor(async () => expect(await wanted()).toMatchObject({ delay: true, request: false }));
});

const DAY_MS = 24 * 3600_000;

test.each([
  ['seven years behind', -7 * 365 * DAY_MS],
  ['a day behind', -DAY_MS],
  ['three days ahead', 3 * DAY_MS],
])('a set whose date is %s says how long ago things were', async (_name, wrongMs) => {
  const app = await startAtHome({ clock: { ...systemClock, instant: () => Date.now() + wrongMs } });
  await goTo(app, 'navigation/notifications');
  await app.press('ok');
  await app.reach('notifications');
  // What the demo tells at its start.
  await screen.findByText('2시간 전');
  expect(screen.getByText('1일 전')).toBeVisible();
  expect(screen.getByText('3일 전')).toBeVisible();
});
