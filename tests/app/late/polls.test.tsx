import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakeOfflineStore } from '#tests/support/app/fake-offline-store.ts';
import { startAsNewcomer } from '#tests/support/newcomer.ts';
import { titleSteps } from './title-steps.ts';
import { rest } from './tour.ts';

/* What the television asks again and again until a phone has done its part. */

const POLLS: readonly EndpointName[] = ['getOrder', 'getIdentityCheck'];

test.each(POLLS)('%s is asked again after several answers were lost', async (name) => {
  const clock = createFakeClock();
  const app = await startAsNewcomer(`poll-${name.toLowerCase()}@bora.example`, {
    clock,
    offlineStore: createFakeOfflineStore(),
  });
  const step = titleSteps(clock).find(({ calls }) => calls.includes(name))!;
  const first = app.wire.holdAnswer(endpoints[name]);
  await step.make(app);
  await waitFor(() => expect(first.count()).toBeGreaterThan(0));
  first.lose();
  // A read is repeated twice by itself; then nothing but the next question helps.
  for (const fate of ['lose', 'lose', 'lose', 'release', 'release'] as const) {
    const next = app.wire.holdAnswer(endpoints[name]);
    await waitFor(async () => {
      await act(() => clock.pass(2_000));
      expect(next.count()).toBeGreaterThan(0);
    });
    next[fate]();
    await rest(app);
  }
});
