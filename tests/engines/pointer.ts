import { expect } from 'vitest';
import { exactly, FRAMES, type EngineTv } from './engine-tv.ts';

interface Spot {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

/** Browsers of sets with a pointer: what it reaches, in the middle of each element. */
const SPOTS = `Array.from(document.querySelectorAll('[data-focus-key]')).map(function (element) {
  var box = element.getBoundingClientRect();
  return { key: element.dataset.focusKey, element: element, x: box.left + box.width / 2, y: box.top + box.height / 2 };
}).filter(function (spot) {
  var there = document.elementFromPoint(spot.x, spot.y);
  return there && there.closest('[data-focus-key]') === spot.element;
}).map(function (spot) { return { key: spot.key, x: spot.x, y: spot.y }; })`;

/** The lowest spot on the panel with such a key. */
async function spotOf({ page }: EngineTv, wanted: RegExp): Promise<Spot> {
  await page.until(`${SPOTS}.some(function (spot) { return ${String(wanted)}.test(spot.key); })`);
  const spots = (await page.evaluate<Spot[]>(SPOTS)).filter(({ key }) => wanted.test(key));
  return spots.reduce((low, spot) => (spot.y > low.y ? spot : low));
}

async function placeOf({ page }: EngineTv, key: string): Promise<Spot | undefined> {
  return (await page.evaluate<Spot[]>(SPOTS)).find((spot) => spot.key === key);
}

/** Hovers over the lowest such element, trembles and presses. What the pointer reached has the focus, and did not move. */
async function pointAndPress(tv: EngineTv, wanted: RegExp): Promise<Spot> {
  const { Input } = tv.page.client;
  await tv.layout();
  const spot = await spotOf(tv, wanted);
  const move = (x: number, y: number) => Input.dispatchMouseEvent({ type: 'mouseMoved', x, y });
  await move(spot.x - 30, spot.y - 30);
  for (const tremor of [0, 1, -1, 0]) await move(spot.x + tremor, spot.y);
  await tv.focusOn(exactly(spot.key));
  await tv.layout();
  expect(await placeOf(tv, spot.key)).toEqual(spot);
  const at = { x: spot.x, y: spot.y, button: 'left' as const, clickCount: 1 };
  await Input.dispatchMouseEvent({ type: 'mousePressed', ...at });
  await Input.dispatchMouseEvent({ type: 'mouseReleased', ...at });
  return spot;
}

/**
 * A click opens the title under the pointer, and its episode; Back finds both where they were. Begins and ends on home.
 *
 * @param title matches the key of its tile in 인기 순위
 */
export async function usePointer(tv: EngineTv, title: RegExp): Promise<void> {
  await tv.pressUntil('down', /^ranking\//);
  // Below the focused row, where keys would have moved it.
  await tv.press('up');
  const tile = await pointAndPress(tv, title);
  await tv.reach('item');
  expect(await tv.page.evaluate('location.hash')).toBe(`#/items/${/\d+$/.exec(tile.key)?.[0]}`);
  const episode = await pointAndPress(tv, /^episodes\/.*episode:\d+$/);
  await tv.reach('player');
  expect(await tv.page.evaluate('location.hash')).toBe(`#/play/${/\d+$/.exec(episode.key)?.[0]}`);
  await usePlayer(tv);
  await tv.press('back');
  await tv.reach('item');
  await tv.focusOn(exactly(episode.key));
  await tv.layout();
  expect(await placeOf(tv, episode.key)).toEqual(episode);
  await tv.press('back');
  await tv.reach('home');
  await tv.focusOn(exactly(tile.key));
  await tv.layout();
  expect(await placeOf(tv, tile.key)).toEqual(tile);
}

/**
 * The controls hide over the picture on which the pointer rests, and what changes under it does not show them again. A move
 * does, and a click on the timeline seeks.
 */
async function usePlayer({ page }: EngineTv): Promise<void> {
  const { Input } = page.client;
  const controls = `document.querySelector('[data-focus-key^="player/menu:"]')`;
  const video = `document.querySelector('video')`;
  // The episode may go on where an earlier step left it.
  await page.until(`${video}.readyState > 2 && !${video}.paused`);
  const begin = await page.evaluate<number>(`${video}.currentTime`);
  await page.until(`${video}.currentTime > ${begin + 0.5} && !${controls}`);
  await page.evaluate(FRAMES);
  expect(await page.evaluate(`!!${controls}`)).toBe(false);
  await Input.dispatchMouseEvent({ type: 'mouseMoved', x: 300, y: 300 });
  await page.until(controls);
  const at = await page.evaluate<{ x: number; y: number }>(`(function () {
    var box = document.querySelector('[class*="pointerArea"]').getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  })()`);
  await Input.dispatchMouseEvent({ type: 'mouseMoved', ...at });
  for (const type of ['mousePressed', 'mouseReleased'] as const)
    await Input.dispatchMouseEvent({ type, ...at, button: 'left', clickCount: 1 });
  await page.until(`Math.abs(${video}.currentTime / ${video}.duration - 0.5) < 0.1`);
  const from = await page.evaluate<number>(`${video}.currentTime`);
  await page.until(`${video}.currentTime > ${from + 0.3} && !${controls}`);
}
