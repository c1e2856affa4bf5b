import { expect, test } from 'vitest';
import { startAtHome } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakeOfflineStore } from '#tests/support/app/fake-offline-store.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';
import { startAsNewcomer } from '#tests/support/newcomer.ts';
import { LIBRARY_STEPS, READ_STEPS, REVIEW_STEPS } from './library-steps.ts';
import { titleSteps } from './title-steps.ts';
import { expectUnnoticed, LEAVINGS, otherAccount } from './tour.ts';

test.each(LEAVINGS)("nobody notices the late answers of a title's screen after %s", async (_name, leaving) => {
  const clock = createFakeClock();
  const platform = createFakePlatform({
    videoDisk: { freeBytes: () => Promise.resolve(0), persist: () => undefined },
  });
  const offlineStore = createFakeOfflineStore();
  const app = await startAsNewcomer(`title-${leaving.id}@bora.example`, { clock, platform, offlineStore });
  await expectUnnoticed(app, [...titleSteps(clock), ...REVIEW_STEPS], leaving);
  expect(app.engines).toHaveLength(0);
});

test('notifications that are marked late are not marked for another account', async () => {
  await expectUnnoticed(await startAtHome(), READ_STEPS, otherAccount);
});

test.each(LEAVINGS)('nobody notices the late answers of lists and the library after %s', async (_name, leaving) => {
  await expectUnnoticed(await startAtHome(), LIBRARY_STEPS, leaving);
});
