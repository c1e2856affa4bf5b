import { act, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { RunningApp } from '#tests/support/app/app.tsx';
import { go, type Step } from './tour.ts';

/** The first episode of a title for all ages: eight for everybody, then those with advertisements. */
export const FREE = 12801;

/** Opens a player and waits until its engine has loaded something. */
async function play(app: RunningApp, episodeId: number) {
  const before = app.engines.length;
  await go(`#/play/${episodeId}`);
  await waitFor(() => expect(app.engines[before]?.loads).toHaveLength(1));
  return app.engines[before]!;
}

/** The calls of a player, for a newcomer. Each is left before the next one. */
export const PLAYER_STEPS: readonly Step[] = [
  { calls: ['getVideo'], make: () => go(`#/play/${FREE}`) },
  { calls: ['getEpisode'], make: () => go('#/play/12802') },
  {
    calls: ['renewMediaTicket'],
    async make(app) {
      const engine = await play(app, 12803);
      await act(async () => engine.emit({ type: 'refused' }));
    },
  },
  {
    calls: ['updatePlayLog'],
    async make(app) {
      await play(app, 12804);
      await app.press('stop');
    },
  },
  {
    calls: ['reportQuality'],
    async make(app) {
      const engine = await play(app, 12805);
      await act(async () => engine.playOn(0, 2));
      await app.press('stop');
    },
  },
  {
    calls: ['listHomeRows'],
    async make(app) {
      await play(app, 12806);
      await app.press('stop');
      await app.reach('home');
    },
  },
  { calls: ['getAvodVideo'], make: () => go('#/play/12809') },
  { calls: ['getAdvertisement'], make: () => go('#/play/12810') },
  { calls: ['logAdEvent'], make: (app) => play(app, 12811) },
];
