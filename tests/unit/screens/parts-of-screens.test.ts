// @vitest-environment jsdom
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Subtitles } from '#src/features/playback/cues/subtitles.tsx';
import { createVisitMemory, FocusGroup, useFocusLeaf, type VisitMemory } from '#src/focus/index.ts';
import { createWritable, type Playback, type SubtitleCue } from '#src/player/index.ts';
import { HistoryShelf } from '#src/screens/library/history-shelf.tsx';
import { Purchased } from '#src/screens/library/purchased.tsx';
import { StartAgainShelf } from '#src/screens/library/start-again-shelf.tsx';
import { PlayerPrompt } from '#src/screens/player/player-prompt.tsx';
import { promptKey } from '#src/screens/player/player-keys.ts';
import { useRecentSearches } from '#src/screens/search/recent-searches.tsx';
import { startParts as start, turn } from '#tests/support/app/parts.ts';
import { buildEpisode, buildItemSummary } from '#tests/support/build.ts';

/* Small parts of screens by themselves: shelves of My List, remembered searches, the sample of subtitles, prompts over the player. */

afterEach(cleanup);

const at = '2026-11-20T03:00:00Z';
const entry = { item: buildItemSummary({ id: 7 }), episode: buildEpisode({ id: 701 }), offset: 60, updated_at: at };
const noop = () => undefined;

/** Each shelf of My List whose tiles are episodes, and what the server answers for it. */
const SHELVES: readonly [
  name: string,
  draw: (onPlay: (id: number) => void, visit: VisitMemory) => ReactElement,
  row: object,
][] = [
  [
    'start-again-recent',
    (onPlay, visit) => createElement(StartAgainShelf, { visit, onPlay, onOpenItem: noop } as never),
    entry,
  ],
  [
    'history',
    (onPlay, visit) => createElement(HistoryShelf, { visit, onPlay }),
    { ...entry, date: '2026-11-20', play_time: 600 },
  ],
  [
    'purchased',
    (onPlay, visit) => createElement(Purchased, { visit, onPlay, onOpenItem: noop }),
    { id: '1', item: entry.item, episode_id: 701, name: '1화 소장', kind: 'own', expires_at: null },
  ],
];

test.each(SHELVES)('the Play key on a tile of the shelf %s plays its episode', async (name, draw, row) => {
  const call = () => Promise.resolve({ count: 1, results: [row] });
  const visit = createVisitMemory();
  const { wrapper, pressKey, focus } = start({ call: call as never, visit });
  const onPlay = vi.fn();
  render(draw(onPlay, visit), { wrapper });
  await turn();
  await turn();
  await focus(`library/${name}`);
  await pressKey('play');
  expect(onPlay.mock.calls).toEqual([[701]]);
});

test('five searches are remembered: one that is made again moves to the front, and none is lost', () => {
  const { wrapper } = start();
  const { result } = renderHook(useRecentSearches, { wrapper });
  for (const text of ['a', 'b', 'c', 'd', 'e']) act(() => result.current.add(text));
  expect(result.current.searches).toEqual(['e', 'd', 'c', 'b', 'a']);
  act(() => result.current.add('c'));
  expect(result.current.searches).toEqual(['c', 'e', 'd', 'b', 'a']);
  act(() => result.current.add('f'));
  expect(result.current.searches).toEqual(['f', 'c', 'e', 'd', 'b']);
});

const cue = { key: '1', text: '', lines: [], startSeconds: 0, endSeconds: 1, placement: 'bottom' } as const;
const picture = {
  sheet: { url: 'a.png', size: { width: 10, height: 10 } },
  part: { x: 0, y: 0, width: 10, height: 10 },
  place: { left: 10, top: 80, width: 80, height: 10 },
};
test.each<[string, readonly SubtitleCue[], boolean]>([
  ['nothing is said', [], true],
  ['a line is said', [cue], false],
  ['a picture says something', [{ ...cue, picture }], false],
])('the sample of the settings while %s: %#', (_when, cues, isShown) => {
  const { wrapper } = start();
  const playback = { cues: createWritable(cues) } as unknown as Playback;
  const props = { playback, lift: 0, isBesidePrompt: false, isBesideMenu: true, sample: '보기' } as const;
  const { container } = render(createElement(Subtitles, props), { wrapper });
  expect(container.textContent.includes('보기')).toBe(isShown);
});

function Below() {
  return createElement('div', { ...useFocusLeaf({ focusKey: 'below', onPress: noop }), 'aria-label': 'below' });
}
test.each([
  ['up', promptKey],
  ['down', 'below'],
] as const)('%s from a prompt above the controls has the focus at %s', async (key, focused) => {
  const { wrapper, pressKey, focus, focusKey } = start();
  const prompt = createElement(PlayerPrompt, {
    ...{ prompt: { kind: 'skip-opening', id: 'opening', secondsLeft: null, secondsInAll: null }, nextEpisodeId: null },
    ...{ areControlsShown: true, onArrow: () => true, playback: {}, model: {} },
  } as never);
  const group = createElement(
    FocusGroup,
    { focusKey: 'player', axis: 'column' } as never,
    prompt,
    createElement(Below),
  );
  render(group, { wrapper });
  await turn();
  await focus(promptKey);
  await pressKey(key);
  expect(focusKey()).toBe(focused);
});
