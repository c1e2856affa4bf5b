import { act, createEvent, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { HomeRow } from '#contract/home.ts';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';

/** Longer than an answer counts as fresh, in ms. */
const AWAY_MS = 31_000;

afterEach(() => vi.useRealTimers());

const rowKey = (app: RunningApp) => (app.focusKey() ?? '').replace(/\/[^/]*$/, '');

/** Moves down the wall until a matching row has the focus. */
async function goToRow(app: RunningApp, row: RegExp) {
  for (let press = 0; press < 14 && !row.test(rowKey(app)); press += 1) await app.press('down');
  expect(rowKey(app)).toMatch(row);
}

/** Opens a title from its tile and returns once home's answer is stale. */
async function goAndComeBack(app: RunningApp) {
  const answered = app.wire.answered(/home\/v1\/rows/);
  await app.press('ok');
  await app.reach('item');
  vi.setSystemTime(Date.now() + AWAY_MS);
  await app.press('back');
  await app.reach('home');
  await waitFor(() => expect(app.wire.answered(/home\/v1\/rows/)).toBeGreaterThan(answered));
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
}

const kinds = Object.keys({
  billboard: true,
  start_again: true,
  items: true,
  episodes: true,
  themes: true,
  ranking: true,
} satisfies Record<HomeRow['kind'], true>) as HomeRow['kind'][];

test.each(kinds)('home keeps the focus on the screen without rows of the kind %s', async (kind) => {
  const app = await startAtHome({ missingRows: [kind] });
  expect(document.querySelector('main')).toContainElement(app.focused());
  await app.press('down');
  const row = rowKey(app);
  await app.press('down');
  expect(rowKey(app)).not.toBe(row);
});

test('the focus stays on its tile when a later answer omits its row and when the row is back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const app = await startAtHome();
  await goToRow(app, /ranking/);
  await app.press('right');
  const tile = app.focusKey();
  for (const missing of [['ranking'], []] as const) {
    app.wire.missingRows = missing;
    await goAndComeBack(app);
    expect(app.focusKey()).toBe(tile);
  }
});

describe('the pointer on home', () => {
  const isRaised = () => document.querySelector('[class*="inWall"]') !== null;
  const moveOver = async (element: Element) => {
    const event = createEvent.mouseMove(element);
    Object.defineProperties(event, { movementX: { value: 4 }, movementY: { value: 0 } });
    await act(async () => void fireEvent(element, event));
  };
  const wheel = (deltaY: number, timeStamp: number) => {
    const event = new WheelEvent('wheel', { bubbles: true, deltaY });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    return act(async () => void document.querySelector('h1, h2')!.dispatchEvent(event));
  };
  const secondTile = () => document.querySelectorAll('[data-row-track="0"] > [data-focus-key]')[1]!;

  test('moves nothing: the rows rise with the next arrow', async () => {
    const app = await startAtHome();
    await moveOver(secondTile());
    expect(app.focused()).toBe(secondTile());
    expect(isRaised()).toBe(false);
    await app.press('right');
    expect(isRaised()).toBe(true);
  });

  test('turns the wheel over the large block: into the rows, and back', async () => {
    const app = await startAtHome();
    expect(app.focusKey()).toBe('home/play');
    await wheel(100, 1_000);
    expect(isRaised()).toBe(true);
    expect(app.focused()!.closest('[data-row-track]')).toHaveAttribute('data-row-track', '0');
    await wheel(-100, 2_000);
    expect([app.focusKey(), isRaised()]).toEqual(['home/play', false]);
  });
});
