// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { createElement, Suspense } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#src/api/client/api-error.ts';
import type { PagedList } from '#src/api/lists.ts';
import { releaseKey } from '#src/api/releases.ts';
import { useDeviceSignIn } from '#src/features/device-sign-in/use-device-sign-in.ts';
import { usePages } from '#src/features/items/use-pages.ts';
import { useRelease } from '#src/features/items/use-release.ts';
import { useSetHidden } from '#src/features/items/use-set-hidden.ts';
import { TextDialog } from '#src/features/profiles/text-dialog.tsx';
import { TrailerSlot } from '#src/features/playback/trailer/trailer-slot.tsx';
import { ReviewCard } from '#src/features/reviews/review-card.tsx';
import { productRow } from '#src/features/shop/product-row.tsx';
import { createVisitMemory, type LargeMeasures } from '#src/focus/index.ts';
import { createWritable, type Playback } from '#src/player/index.ts';
import { PlayerMenu } from '#src/screens/player/player-menu.tsx';
import { AccessibilitySection } from '#src/screens/settings/accessibility-section.tsx';
import { GridSkeleton } from '#src/ui/list/grid-skeleton.tsx';
import { TextField } from '#src/ui/form/text-field.tsx';
import { startParts as start, turn } from '#tests/support/app/parts.ts';
import { buildProduct, buildShortReview } from '#tests/support/build.ts';
import { settled } from '#tests/support/fake-clock.ts';

/* Parts of screens in the states that a whole app seldom reaches. */

afterEach(cleanup);

test.each([
  [{ is_mine: false }, ''],
  [{ is_mine: true }, '내 감상평'],
  [{ is_mine: true, is_hidden: true }, '운영자가 숨겼어요'],
])('the card of a review with %j is marked %j', (state, mark) => {
  const { container } = render(createElement(ReviewCard, { review: buildShortReview(state) }), start());
  expect(/내 감상평|운영자가 숨겼어요/.exec(container.textContent)?.[0] ?? '').toBe(mark);
});

test.each([
  [null, '4,000원'],
  [{ expires_at: null }, '소장하고 있어요'],
  [{ expires_at: '2026-11-22T12:00:00Z' }, '대여 중 · 48시간 남음'],
])('a product that the viewer owns as %j says and draws %j', (owned, text) => {
  const { clock, wrapper } = start();
  const products = [buildProduct({ owned: owned as never })];
  const row = productRow({ key: 'row', title: '', products, now: clock.instant, onChoose: () => undefined });
  expect(row.tileLabel(0)).toBe(`전편 대여, ${text}`);
  expect(render(row.renderTile(0), { wrapper }).container.textContent).toContain(text);
});

test.each([
  [true, '숨기지'],
  [false, '다시 보이게 하지'],
])('a title that cannot be hidden (%j) says which of both failed', async (isHidden, failed) => {
  const refused = new ApiError({ code: 'NOT_FOUND', message: '없는 작품이에요.', status: 404 });
  const { stores, wrapper } = start({ call: () => Promise.reject(refused) });
  const { result } = renderHook(useSetHidden, { wrapper });
  result.current(1, isHidden);
  await vi.waitFor(() => expect(stores.toasts.getState().toast?.text).toBe(`${failed} 못했어요. 없는 작품이에요.`));
});

test('characters typed before a field has the focus are added to its text, and removed from its end', async () => {
  const { platform, wrapper } = start();
  const onChange = vi.fn();
  const field = { focusKey: 'name', label: '이름', value: '달빛', kind: 'name' as const, isMasked: false };
  render(createElement(TextField, { ...field, onChange, onSubmit: () => undefined }), { wrapper });
  await turn();
  act(() => platform.type('여'));
  act(() => platform.typeBackspace());
  expect(onChange.mock.calls).toEqual([['달빛여'], ['달']]);
});

test.each([
  ['password', false, false],
  ['password', true, false],
  ['code', false, true],
  ['code', true, true],
  ['voucher', false, true],
  ['voucher', true, true],
] as const)(
  'of a %s, typed with the set’s keyboard: %j, the letters can be read: %j',
  async (asks, deviceKeyboard, isRead) => {
    const { platform, stores, wrapper } = start();
    stores.settings.getState().change({ deviceKeyboard });
    const texts = { title: '확인', text: '적어 주세요', doneLabel: '확인' };
    const acts = { send: () => Promise.resolve(), onDone: () => undefined, onBack: () => undefined };
    const { container } = render(createElement(TextDialog, { asks, ...texts, ...acts }), { wrapper });
    await turn();
    for (const letter of '274196') act(() => platform.type(letter));
    const field = container.querySelector('input');
    const shown = `${container.textContent} ${field?.type === 'password' ? '' : (field?.value ?? '')}`;
    expect(shown.includes('274196')).toBe(isRead);
    if (!isRead) expect(field ? field.value : shown).toMatch(/274196|•{6}/);
  },
);

describe('the next release of a title', () => {
  const at = (hour: number) => ({
    episode_num: `${hour}화`,
    at: `2026-11-20T${hour}:00:00Z`,
    is_delayed: false,
    notice: null,
  });
  test.each([
    ['the answer’s, once the told one is over', at(11), at(20), at(20)],
    ['none, if nothing follows', at(11), null, null],
    ['the told one until then, whatever was answered before', at(15), at(20), at(15)],
  ])('is %s', (_, told, answered, shown) => {
    const { queryClient, wrapper } = start();
    queryClient.setQueryData(releaseKey(1), { item_id: 1, latest: null, next_release: answered });
    expect(renderHook(() => useRelease({ id: 1, next_release: told }), { wrapper }).result.current.next).toEqual(shown);
  });
});

test('a set that is too slow for motion gets it with the first press', async () => {
  const { stores, wrapper, press } = start();
  stores.pace.setState({ pace: 'slow' });
  render(createElement(AccessibilitySection), { wrapper });
  await press(/^움직임 줄이기/);
  expect(stores.settings.getState().settings.reduceMotion).toBe(false);
  await press(/^움직임 줄이기/);
  expect(stores.settings.getState().settings.reduceMotion).toBe(true);
});

describe('the player’s menus', () => {
  const menu = (kind: 'speed' | 'quality') => {
    const started = start({ choices: { speed: 0.5, height: 720 } });
    const tracks = createWritable({ quality: { available: [720, 480], active: 720 } });
    const playback = { tracks, speed: createWritable(0.5), setSpeed: vi.fn(), selectQuality: vi.fn() };
    const nothing = { episode: undefined, onKey: () => false, onPlay: () => undefined, onClose: () => undefined };
    const props = { kind, playback: playback as unknown as Playback, ...nothing };
    render(createElement(PlayerMenu, props), started);
    return started;
  };
  test('keep the quality when the speed changes', async () => {
    const { press, choices } = menu('speed');
    await press('2배');
    expect(choices.getState()).toEqual({ speed: 2, height: 720 });
  });
  test('keep the speed when the quality changes', async () => {
    const { press, choices } = menu('quality');
    await press('480p');
    expect(choices.getState()).toEqual({ speed: 0.5, height: 480 });
  });
});

test('the picture of home stays while the script of its trailer loads', () => {
  const { stores, wrapper } = start();
  stores.settings.getState().change({ billboardTrailers: true });
  const slot = createElement(TrailerSlot, { url: 'http://127.0.0.1/a.mpd' } as never);
  render(createElement(Suspense, { fallback: 'nothing' }, createElement('p', {}, 'picture'), slot), { wrapper });
  expect(screen.getByText('picture').style.display).not.toBe('none');
  expect(screen.queryByText('nothing')).toBeNull();
});

test.each([
  [undefined, 3, 10],
  [{ grid: () => ({ columns: 2, tileWidth: 20, tileHeight: 30, gap: 1, rowHeight: 40 }) }, 2, 20],
])('a loading grid has the shape that the letters need: %j', (large, columns, width) => {
  const shape = { columns: 3, tileWidth: 10, tileHeight: 15, gap: 1, rowHeight: 20 };
  const { wrapper } = start(large && { large: large as unknown as LargeMeasures });
  const { container } = render(createElement(GridSkeleton, { focusKey: 'wait', shape, insetLeft: 0 }), { wrapper });
  const tiles = [...container.querySelectorAll<HTMLElement>('[style*="width"]')];
  expect(tiles).toHaveLength(2 * columns);
  expect(tiles.map(({ style }) => style.width)).toEqual(tiles.map(() => `${width}rem`));
  expect(container.querySelectorAll('[data-focus-key="wait"]')).toHaveLength(1);
});

test('a list that has become shorter than where the viewer was comes back all the same', async () => {
  const list: PagedList<string> = {
    ...{ key: ['things'], pageSize: 2 },
    // The pages behind the end never answer.
    load: (offset) =>
      offset > 2
        ? new Promise(() => undefined)
        : Promise.resolve({ count: 3, results: ['a', 'b', 'c'].slice(offset, offset + 2) } as never),
  };
  const visit = createVisitMemory();
  visit.values.set('["things"]/pages', 4);
  const { wrapper } = start();
  const { result } = renderHook(() => usePages({ visit, list, keyOf: (name) => name }), { wrapper });
  await waitFor(() => expect(result.current.data).toEqual(['a', 'b', 'c']));
});

test('a server that is too busy for a code is asked again when it says', async () => {
  const call = vi.fn(() =>
    Promise.reject(new ApiError({ code: 'TOO_MANY_REQUESTS', message: '', status: 429, retryAfterSeconds: 40 })),
  );
  const { clock, wrapper } = start({ call: call as never });
  renderHook(useDeviceSignIn, { wrapper });
  await act(settled);
  await act(() => clock.pass(39_000));
  expect(call).toHaveBeenCalledOnce();
  await act(() => clock.pass(2000));
  expect(call).toHaveBeenCalledTimes(2);
});
