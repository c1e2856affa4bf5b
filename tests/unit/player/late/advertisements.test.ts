import { expect, test } from 'vitest';
import { settled } from '#tests/support/fake-clock.ts';
import { createViewer, startPlaying } from './viewer.ts';

const BREAKS = [
  { id: 'start', offset: 0 },
  { id: 'middle', offset: 600 },
];
const AD_URL = '/media/ad.mpd';

/** A player that waits for the answer about its first break. */
async function startWaiting() {
  const viewer = createViewer({ ad_breaks: BREAKS });
  const late = viewer.hold('ad');
  const player = await startPlaying(viewer);
  const urls = () => player.engine.loads.map(({ streams }) => streams[0]?.url);
  const comeBack = async () => {
    player.setHidden(true);
    player.setHidden(false);
    await settled();
  };
  return { viewer, player, late, urls, comeBack };
}

test('a slow call and a stall of its advertisement take 8 s together', async () => {
  const { viewer, player, late, urls } = await startWaiting();
  await viewer.clock.pass(6_000);
  player.engine.onLoad = 'hang';
  late.answer();
  await settled();
  expect(urls()).toEqual([AD_URL]);
  player.engine.onLoad = 'loaded';
  await viewer.clock.pass(2_000);
  expect(urls()).toEqual([AD_URL, '/media/ticket-0/7.mpd']);
  expect(player.state()).toBe('playing');
});

test("the episode plays at the viewer's speed although the answer about its break is missing", async () => {
  const { player, comeBack } = await startWaiting();
  player.playback.setSpeed(2);
  await comeBack();
  expect(player.engine.calls.filter((call) => call.startsWith('speed')).at(-1)).toBe('speed 2');
});

test('a late advertisement does not appear in the break that follows', async () => {
  const { viewer, player, late, urls, comeBack } = await startWaiting();
  await comeBack();
  const second = viewer.hold('ad');
  player.playback.machine.seekTo(700);
  player.engine.report('playing', 700);
  await settled();
  expect(player.playback.adBreak.getState()).toMatchObject({ id: 'middle', ad: null });
  late.answer();
  await settled();
  expect(player.playback.adBreak.getState()).toMatchObject({ id: 'middle', ad: null });
  second.answer();
  await settled();
  expect(urls().filter((url) => url === AD_URL)).toHaveLength(1);
  expect(player.playback.adBreak.getState()?.ad?.title).toBe('푸딩');
});
