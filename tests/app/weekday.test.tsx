import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listWeek, type WeekTitle } from '#contract/week.ts';
import { systemClock } from '#src/lib/clock.ts';
import { NextRelease } from '#src/screens/weekday/next-release.tsx';
import { ClockProvider } from '#src/stores/clock-context.ts';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { movePointer } from '#tests/support/app/pointer.ts';
import { buildItemSummary } from '#tests/support/build.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

const go = (hash: string) => act(async () => void (window.location.hash = hash));
const dayOf = (app: RunningApp) => /^weekday\/(\d)\//.exec(app.focusKey() ?? '')?.[1];

/** A week with a day that has more titles than fit, and the one of them that is shown in part. */
async function startAtFullDay() {
  const app = await startAtHome();
  app.wire.crowdsWeek = true;
  await go('#/weekday');
  await app.reach('weekday');
  const cards = [...document.querySelectorAll<HTMLElement>('[data-focus-key^="weekday/3/item:"]')];
  expect(cards.length).toBeGreaterThan(6);
  return { app, cut: cards[3]! };
}

async function startAtWeek(options: Parameters<typeof startAtHome>[0] = {}) {
  const app = await startAtHome(options);
  await go('#/weekday');
  await app.reach('weekday');
  return app;
}

test('the week begins at today, in the middle of seven days, and arrows go through all of them', async () => {
  const app = await startAtWeek();
  expect(app.focused()).toHaveAccessibleName(/^오늘 .요일/);
  const days = [dayOf(app)];
  for (let step = 0; step < 3; step += 1) {
    await app.press('left');
    days.unshift(dayOf(app));
  }
  await app.press('left');
  expect(app.focusKey()).toBe('navigation/weekday');
  await app.press('right', 'right', 'right', 'right');
  for (let step = 0; step < 3; step += 1) {
    await app.press('right');
    days.push(dayOf(app));
  }
  expect(new Set(days).size).toBe(7);
  await app.press('right');
  expect(dayOf(app)).toBe(days[6]);
});

const DAY_MS = 24 * 3600_000;

test.each([
  ['seven years behind', -2557 * DAY_MS],
  ['a day behind', -DAY_MS],
  ['three days ahead', 3 * DAY_MS],
])('a set whose date is %s begins the week at the service’s day', async (_name, wrongMs) => {
  const dayInKorea = () => '일월화수목금토'[new Date(Date.now() + 9 * 3600_000).getUTCDay()]!;
  const days = [dayInKorea()];
  const app = await startAtWeek({ clock: { ...systemClock, instant: () => Date.now() + wrongMs } });
  days.push(dayInKorea());
  const [, shown] = /^오늘 (.)요일/.exec(app.focused()?.getAttribute('aria-label') ?? '') ?? [];
  expect(days).toContain(shown);
});

test('left and right keep the row, and Back returns to the same title', async () => {
  const app = await startAtWeek();
  const { results } = await app.api.call(listWeek, {});
  expect(results.some(({ is_followed: isFollowed }) => isFollowed)).toBe(true);
  // The focus begins at what comes next today, which depends on the hour.
  const [, count, begin] = /(\d+)개 중 (\d+)번째$/.exec(app.focused()?.getAttribute('aria-label') ?? '')!;
  const isLast = begin === count;
  await app.press(isLast ? 'up' : 'down');
  const second = app.focusKey();
  expect(second).toMatch(/item:\d+$/);
  expect(app.focused()).toHaveAccessibleName(new RegExp(`개 중 ${Number(begin) + (isLast ? -1 : 1)}번째$`));
  await app.press('ok');
  await app.reach('item');
  await app.press('back');
  await app.reach('weekday');
  expect(app.focusKey()).toBe(second);
});

test('the next release counts down by the second', async () => {
  const clock = createFakeClock();
  const at = (seconds: number) => new Date(clock.instant() + seconds * 1000).toISOString();
  const titleAt = (name: string, seconds: number): WeekTitle => ({
    item: buildItemSummary({
      name,
      next_release: { episode_num: '9화', at: at(seconds), is_delayed: false, notice: null },
    }),
    weekday: 0,
    latest: null,
    is_followed: false,
  });
  const titles = [titleAt('나중', 90_000), titleAt('먼저', 3_725), titleAt('지난 것', -5)];
  const { container } = render(
    <ClockProvider value={clock}>
      <NextRelease titles={titles} />
    </ClockProvider>,
  );
  expect(container).toHaveTextContent(/^다음 공개 ?1:02:05 ?먼저 9화/);
  await act(async () => clock.advance(5_000));
  expect(container).toHaveTextContent(/^다음 공개 ?1:02:00 ?먼저 9화/);
});

test('a week that failed offers 다시 시도, which loads it', async () => {
  const app = await startAtHome();
  app.wire.isCut = true;
  await go('#/weekday');
  await screen.findByText('불러오지 못했어요');
  app.wire.isCut = false;
  await waitFor(() => expect(app.focusKey()).toBe('weekday/failed/retry'));
  await app.press('ok');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^오늘 .요일/));
});

test('nothing moves under the pointer, and the wheel goes along the day', async () => {
  const { app, cut } = await startAtFullDay();
  const moved = () => app.focused()!.closest<HTMLElement>('[style*="translate3d"]')!.style.transform;
  const before = moved();
  expect(cut).not.toBe(app.focused());
  await movePointer(cut);
  expect(app.focused()).toBe(cut);
  expect(moved()).toBe(before);
  const key = app.focusKey();
  await app.press('ok');
  await app.reach('item');
  await app.press('back');
  await app.reach('weekday');
  expect([app.focusKey(), moved()]).toEqual([key, before]);
  const wheel = new WheelEvent('wheel', { bubbles: true, deltaY: -100 });
  Object.defineProperty(wheel, 'timeStamp', { value: 5_000 });
  await act(async () => void app.focused()!.dispatchEvent(wheel));
  expect(app.focusKey()).not.toBe(key);
  expect(dayOf(app)).toBe(/\d/.exec(key!)![0]);
});

test('Back from a navigation that the pointer opened shows the whole of what the pointer had left', async () => {
  const { app, cut } = await startAtFullDay();
  const moved = () => app.focused()!.closest<HTMLElement>('[style*="translate3d"]')!.style.transform;
  await movePointer(cut);
  const key = app.focusKey();
  await movePointer(document.querySelector('[data-focus-key="navigation/settings"]')!);
  expect(app.focusKey()).toBe('navigation/settings');
  await app.press('back');
  expect(app.focusKey()).toBe(key);
  await waitFor(() => expect(moved()).toMatch(/--line\) \* -[1-9]/));
});
