import { cleanup, waitFor } from '@testing-library/react';
import { expect, test, type TestContext } from 'vitest';
import type { RemoteKey } from '#platform/platform.ts';
import { listProfiles } from '#contract/profiles.ts';
import { mostPresses, readRecorded, WALK_BUDGETS } from '../../../bench/keys/recorded.ts';
import { startApp, startAtHome, type RunningApp } from '#tests/support/app/app.tsx';

/*
 * Counts the key presses of common tasks on the real screens: they depend on where the focus starts. Each test fails
 * when its count is worse than in docs/key-presses.md, and reports it to `npm run bench:keys`.
 */

declare module 'vitest' {
  interface TaskMeta {
    /** Presses that the task took. */
    presses?: number;
  }
}

/** Limit for one search in one direction. */
const STEPS_MAX = 12;

function createWalk(app: RunningApp) {
  let presses = 0;
  return {
    presses: () => presses,
    /** Moves the focus until `isThere` holds, which may be at once, and presses OK. */
    async choose(isThere: (focused: HTMLElement) => boolean, ...ways: RemoteKey[]) {
      for (const way of ways)
        for (let step = 0; step < STEPS_MAX && !isThere(app.focused()); step += 1) {
          const before = app.focused();
          await app.press(way);
          // At the edge: a viewer sees it and does not press again.
          if (app.focused() === before) break;
          presses += 1;
        }
      expect(isThere(app.focused())).toBe(true);
      await app.press('ok');
      presses += 1;
    },
  };
}

const keyOf = (element: HTMLElement) => element.dataset['focusKey'] ?? '';
const nameOf = (element: HTMLElement) => element.getAttribute('aria-label') ?? element.textContent ?? '';

/** Reports before it compares: `npm run bench:keys -- --write` records a count that is worse. */
function report(task: TestContext['task'], presses: number): void {
  task.meta.presses = presses;
  expect(Object.keys(WALK_BUDGETS)).toContain(task.name);
  expect(presses).toBeLessThanOrEqual(mostPresses(readRecorded(), task.name, WALK_BUDGETS[task.name]));
}

test('Pick a profile and resume the last episode, from a cold start', async ({ task }) => {
  const { platform, stores } = await startAtHome();
  const last = stores.session.getState().lastProfile?.profile;
  cleanup();

  const app = startApp({ platform });
  await app.reach('profiles');
  const walk = createWalk(app);
  await walk.choose((focused) => keyOf(focused) === `profile:${last?.id}`, 'right');
  await app.reach('home');
  await walk.choose((focused) => /화 (이어보기|재생)$/.test(nameOf(focused)), 'down');
  await app.reach('player');
  // Resumes instead of starting over.
  await waitFor(() => expect(app.engines[0]?.loads[0]?.startAtSeconds).toBeGreaterThan(0));
  report(task, walk.presses());
});

test('Change the profile, from home to the home of the next one without PIN', async ({ task }) => {
  const app = await startAtHome();
  const { results: profiles } = await app.api.call(listProfiles, {});
  const own = app.stores.session.getState().lastProfile?.profile.id;
  const next = profiles.find(({ id, has_pin: hasPin }) => id !== own && !hasPin);

  const walk = createWalk(app);
  await walk.choose((focused) => keyOf(focused) === 'navigation/profile', 'left', 'up');
  await app.reach('profiles');
  await walk.choose((focused) => keyOf(focused) === `profile:${next?.id}`, 'right');
  await app.reach('home');
  expect(app.stores.session.getState().lastProfile?.profile.id).toBe(next?.id);
  report(task, walk.presses());
});
