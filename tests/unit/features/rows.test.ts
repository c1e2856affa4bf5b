// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import type { HomeRow } from '#contract/home.ts';
import { episodeRow } from '#src/features/episodes/episode-row.tsx';
import { reviewRow } from '#src/features/reviews/review-row.tsx';
import { productRow } from '#src/features/shop/product-row.tsx';
import { createFocusEngine, FocusProvider, type WallRow } from '#src/focus/index.ts';
import { systemClock } from '#src/lib/clock.ts';
import { dayRow } from '#src/screens/library/history-shelf.tsx';
import { toWallRow } from '#src/screens/home/row-kinds.tsx';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';
import { buildEpisode, buildItemSummary, buildProduct, buildShortReview } from '#tests/support/build.ts';

/* What each tile of a row says, draws and does: that of its own thing, whatever its place. */

const NUMBERS = [1, 2, 3] as const;
type Number = (typeof NUMBERS)[number];
const nameOf = (number: Number) => `제목 ${number}`;
const pictureOf = (number: Number, kind: string) => `http://127.0.0.1/art/${kind}-${number}.webp`;

const item = (number: Number) =>
  buildItemSummary({
    id: number,
    name: nameOf(number),
    images: { poster: pictureOf(number, 'poster'), wide: pictureOf(number, 'wide') },
  });
/** An episode of 1,000 s, of which a quarter, a half or three quarters were watched. */
const episode = (number: Number) =>
  buildEpisode({
    id: number * 100,
    item_id: number,
    subject: nameOf(number),
    running_time: 1000,
    thumbnail: pictureOf(number, 'still'),
    playback_offset: { offset: number * 250, is_finished: false, updated_at: '2026-11-20T12:00:00Z' },
  });

interface Row {
  make(numbers: readonly Number[], note: (text: string) => void): WallRow | null;
  /** What OK, the Play key and a held OK do with the second thing. */
  readonly does: readonly [ok: string, play: string | null, hold: string | null];
  readonly picture?: string;
  readonly hasProgress?: true;
}

const home =
  (kind: HomeRow['kind'], resultOf: (number: Number) => object) =>
  (numbers: readonly Number[], note: (text: string) => void) =>
    toWallRow({ id: 'row', kind, title: '줄', results: numbers.map(resultOf) } as unknown as HomeRow, {
      clock: { instant: () => 0 },
      isSingle: false,
      onOpenItem: (id) => note(`title ${id}`),
      onOpenTheme: (id) => note(`theme ${id}`),
      onPlay: (id) => note(`episode ${id}`),
      onMenu: (begun) => note(`menu ${begun.item.id}`),
      onPlayItem: ({ id }) => note(`play ${id}`),
    });

const ROWS: Readonly<Record<string, Row>> = {
  'titles of home': { make: home('items', item), does: ['title 2', 'play 2', null], picture: 'poster' },
  'the ranking of home': { make: home('ranking', item), does: ['title 2', 'play 2', null], picture: 'poster' },
  'begun titles of home': {
    make: home('start_again', (number) => ({ item: item(number), episode: episode(number), offset: number * 250 })),
    does: ['episode 200', 'episode 200', 'menu 2'],
    picture: 'wide',
    hasProgress: true,
  },
  'new episodes of home': {
    make: home('episodes', (number) => ({ ...episode(number), item: item(number) })),
    does: ['title 2', 'episode 200', null],
    picture: 'wide',
  },
  'themes of home': {
    make: home('themes', (number) => ({
      id: number,
      title: nameOf(number),
      description: '',
      image: pictureOf(number, 'theme'),
      cnt_item: number,
    })),
    does: ['theme 2', null, null],
    picture: 'theme',
  },
  'episodes of a title': {
    make: (numbers, note) =>
      episodeRow({
        key: 'row',
        title: null,
        episodes: {
          count: numbers.length,
          seasons: [],
          at: (index) => (numbers[index] === undefined ? undefined : episode(numbers[index])),
          loaded: [],
        },
        color: '#000000',
        now: () => 0,
        lockedLabel: () => undefined,
        offlineLabels: new Map(),
        isSingle: false,
        onPlay: ({ id }) => note(`episode ${id}`),
        onHold: ({ id }) => note(`menu ${id}`),
      }),
    does: ['episode 200', 'episode 200', 'menu 200'],
    picture: 'still',
    hasProgress: true,
  },
  'a day of the history': {
    make: (numbers, note) =>
      dayRow(
        '오늘',
        numbers.map((number) => ({
          date: '2026-11-20',
          item: item(number),
          episode: episode(number),
          offset: number * 250,
          play_time: 40,
          updated_at: '2026-11-20T12:00:00Z',
        })),
        {
          play: (entry) => note(`episode ${entry.episode.id}`),
          remove: (entry) => note(`remove ${entry.episode.id}`),
          isSingle: false,
        },
      ),
    does: ['episode 200', 'episode 200', 'remove 200'],
    picture: 'wide',
    hasProgress: true,
  },
  'products of a title': {
    make: (numbers, note) =>
      productRow({
        key: 'row',
        title: '',
        products: numbers.map((number) => buildProduct({ id: number, name: nameOf(number) })),
        now: () => 0,
        onChoose: ({ id }) => note(`product ${id}`),
      }),
    does: ['product 2', null, null],
  },
  'reviews of a title': {
    make: (numbers, note) =>
      reviewRow({
        key: 'row',
        title: '',
        count: 3,
        reviews: numbers.map((number) =>
          buildShortReview({ id: `00000000-0000-4000-8000-00000000000${number}`, short_review: nameOf(number) }),
        ),
        isVeiled: false,
        onOpen: () => note('reviews'),
      }),
    does: ['reviews', null, null],
  },
};

describe.each(Object.entries(ROWS))('in the row of %s', (_name, { make, does, picture, hasProgress }) => {
  const start = (numbers: readonly Number[] = NUMBERS) => {
    const noted: string[] = [];
    return { row: make(numbers, (text) => void noted.push(text))!, noted };
  };

  test('a thing keeps its key at another place, and no two have the same', () => {
    const keys = NUMBERS.map((_number, index) => start().row.tileKey!(index));
    expect(new Set(keys).size).toBe(3);
    const { row } = start([3, 1, 2]);
    expect([1, 2, 0].map((index) => row.tileKey!(index))).toEqual(keys);
  });

  test('each tile says and draws its own thing', () => {
    const order = [3, 1, 2] as const;
    const { row } = start(order);
    order.forEach((number, index) => {
      expect(row.tileLabel(index)).toContain(nameOf(number));
      const engine = createFocusEngine({ ...createFakePlatform(), clock: systemClock });
      const { container, unmount } = render(createElement(FocusProvider, { engine, children: row.renderTile(index) }));
      const drawn = container.innerHTML;
      unmount();
      expect(drawn).toContain(nameOf(number));
      if (picture) expect(drawn).toContain(pictureOf(number, picture));
      expect(/scaleX\((.*?)\)/.exec(drawn)?.[1]).toBe(hasProgress ? String(number / 4) : undefined);
    });
  });

  test('OK, Play and a held OK act on it, and a repeated Play does nothing', () => {
    const { row, noted } = start();
    const [ok, play, hold] = does;
    row.onPress(1);
    const uses = (key: 'play' | 'green', repeats = 0) => row.onKey?.(1, { key, repeats } as never) ?? false;
    expect([uses('green'), uses('play'), uses('play', 1)]).toEqual([false, play !== null, play !== null]);
    row.onHold?.(1);
    expect(noted).toEqual([ok, play, hold].filter((done) => done !== null));
    if (row.plays) expect(`episode ${row.plays(1)}`).toBe(ok);
  });
});

test('home shows no row without results, and no row for the billboard', () => {
  for (const name of Object.keys(ROWS).filter((each) => each.endsWith('of home')))
    expect([name, ROWS[name]!.make([], () => undefined)]).toEqual([name, null]);
  expect(home('billboard', item)(NUMBERS, () => undefined)).toBeNull();
});

test('a day of the history says of an episode that it was watched to its end, and of no other', () => {
  const watched = [true, false].map((isWatched, index) => ({
    ...{ date: '2026-11-20', item: item(1), offset: 0, play_time: 40, updated_at: '2026-11-20T12:00:00Z' },
    episode: { ...episode(NUMBERS[index]!), is_watched: isWatched },
  }));
  const row = dayRow('오늘', watched, { play: () => undefined, remove: () => undefined, isSingle: false });
  expect([0, 1].map((index) => row.tileLabel(index).includes('다 봤어요'))).toEqual([true, false]);
});
