// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createShakaEngine } from '#src/player/engine/shaka-engine.ts';
import { PlaybackError } from '#src/player/playback-error.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

afterEach(() => vi.unstubAllGlobals());

const script = () => document.querySelector('script[data-shaka="player.js"]');

test('a script of the player that does not come is a failure of the network, and the next try asks again', async () => {
  const engine = createShakaEngine({ scriptUrl: 'player.js', clock: createFakeClock() });
  const video = document.createElement('video');
  const attach = () => engine.attach(video).catch((error: unknown) => error);
  const failing = attach();
  script()!.dispatchEvent(new Event('error'));
  const failure = await failing;
  expect(failure).toBeInstanceOf(PlaybackError);
  expect(failure).toMatchObject({ kind: 'network', severity: 'critical' });
  expect(script()).toBeNull();
  const again = attach();
  script()!.dispatchEvent(new Event('load'));
  expect(await again).toBeUndefined();
});
