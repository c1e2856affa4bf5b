import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HOME_ROW_KINDS, listHomeRows, type HomeRow } from '#contract/home.ts';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { movePointer } from '#tests/support/app/pointer.ts';

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

const kinds = Object.keys(HOME_ROW_KINDS) as HomeRow['kind'][];

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
  const wheel = (deltaY: number, timeStamp: number) => {
    const event = new WheelEvent('wheel', { bubbles: true, deltaY });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    return act(async () => void document.querySelector('h1, h2')!.dispatchEvent(event));
  };
  const secondTile = () => document.querySelectorAll('[data-row-track="0"] > [data-focus-key]')[1]!;

  test('moves nothing: the rows rise with the next arrow', async () => {
    const app = await startAtHome();
    await movePointer(secondTile());
    expect(app.focused()).toBe(secondTile());
    expect(isRaised()).toBe(false);
    await app.press('right');
    expect(isRaised()).toBe(true);
  });

  test('cancels what a tile was to play, and keys act at once again', async () => {
    const app = await startAtHome();
    const release = app.wire.hold(/items\/v1\/\d+\/$/);
    await goToRow(app, /liked|recommended|ranking/);
    const tile = app.focusKey();
    await app.press('play-pause', 'right');
    expect(app.focusKey()).toBe(tile);
    const beside = app.focused()!.closest('[data-row-track]')!.querySelectorAll('[data-focus-key]')[2]!;
    await movePointer(beside);
    expect(app.focused()).toBe(beside);
    await app.press('right');
    expect(app.focused()).not.toBe(beside);
    await act(async () => release());
    await waitFor(() => expect(app.wire.pending()).toBe(0));
    await app.reach('home');
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

describe('the menu of a begun title', () => {
  /** Holds OK on the first tile of 이어보기 and returns its title. */
  async function openMenu(app: RunningApp) {
    await goToRow(app, /start_again/);
    const tile = app.focusKey();
    await act(async () => app.platform.keyDown('ok'));
    await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible());
    await act(async () => app.platform.keyUp('ok'));
    const { results } = await app.api.call(listHomeRows, {});
    const begun = results.flatMap((row) => (row.kind === 'start_again' ? row.results : []))[0]!;
    expect(tile).toMatch(new RegExp(`item:${begun.item.id}$`));
    return { tile, begun };
  }
  const choose = (name: RegExp) => act(async () => screen.getByRole('radio', { name }).click());

  test('opens where OK is held, and Back returns to the tile', async () => {
    const app = await startAtHome();
    const { tile } = await openMenu(app);
    expect(screen.getAllByRole('radio').map((row) => row.getAttribute('aria-label'))).toEqual([
      expect.stringMatching(/^처음부터/),
      expect.stringMatching(/^목록에서 빼기/),
      '작품 정보',
    ]);
    expect(app.engines).toHaveLength(0);
    await app.press('back');
    expect(app.focusKey()).toBe(tile);
  });

  test('takes the title out of the row, and the next tile has the focus', async () => {
    const app = await startAtHome();
    const { tile, begun } = await openMenu(app);
    await choose(/^목록에서 빼기/);
    await waitFor(() => expect(document.querySelector(`[data-focus-key="${tile}"]`)).toBeNull());
    expect(rowKey(app)).toMatch(/start_again/);
    await waitFor(async () => {
      const { results } = await app.api.call(listHomeRows, {});
      const rest = results.flatMap((row) => (row.kind === 'start_again' ? row.results : []));
      expect(rest.map(({ item }) => item.id)).not.toContain(begun.item.id);
    });
  });

  test('plays from the start, where OK would resume', async () => {
    const app = await startAtHome();
    const { begun } = await openMenu(app);
    expect(begun.offset).toBeGreaterThan(0);
    await choose(/^처음부터/);
    await waitFor(() => expect(app.engines[0]?.loads[0]).toMatchObject({ startAtSeconds: 0 }));
  });

  test('opens the page of the title', async () => {
    const app = await startAtHome();
    const { begun } = await openMenu(app);
    await choose(/^작품 정보/);
    await app.reach('item');
    expect(window.location.hash).toBe(`#/items/${begun.item.id}`);
  });
});

describe('the stage', () => {
  const heading = () => document.querySelector('[class*="compact"] h1')?.textContent;
  const arts = () => Array.from(document.querySelectorAll('[class*="backdrop"] img'), (img) => img.getAttribute('src'));

  test('names the focused title from its tile while the answer is late, without the art of another', async () => {
    const app = await startAtHome();
    await goToRow(app, /start_again/);
    await waitFor(() => expect(heading()).toBe(nameOf(app)));
    const release = app.wire.hold(/items\/v1\/\d+\/$/);
    await app.press('right');
    const name = nameOf(app);
    await waitFor(() => expect(heading()).toBe(name));
    const layers = document.querySelectorAll('[class*="backdrop"] > [class*="layer"]');
    expect(layers[layers.length - 1]).toBeEmptyDOMElement();
    const before = arts();
    await act(async () => release());
    await waitFor(() => expect(arts().length).toBeGreaterThan(0));
    await waitFor(() => expect(arts()).not.toEqual(before));
    expect(heading()).toBe(name);
  });
  const nameOf = (app: RunningApp) => app.focused()?.getAttribute('aria-label')?.split(', ')[0];

  test('prefetches a title before the focus has rested on it', async () => {
    const app = await startAtHome();
    await goToRow(app, /start_again/);
    await waitFor(() => expect(heading()).toBe(nameOf(app)));
    const before = heading();
    const headings: (string | null | undefined)[] = [];
    app.wire.onCall = (path) => {
      if (/items\/v1\/\d+\/$/.test(path)) headings.push(heading());
    };
    await app.press('right');
    await waitFor(() => expect(headings).not.toEqual([]));
    expect(headings[0]).toBe(before);
    expect(nameOf(app)).not.toBe(before);
  });
});
