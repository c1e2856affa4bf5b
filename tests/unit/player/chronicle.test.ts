import { expect, test } from 'vitest';
import { createChronicle } from '#src/player/chronicle.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

test('dates what it is told from its own start', () => {
  const clock = createFakeClock();
  clock.advance(5_000);
  const chronicle = createChronicle(clock);
  clock.advance(1_234.4);
  chronicle.add({ type: 'visibility', isVisible: false });
  expect(chronicle.startedAt).toBe(clock.instant() - 1_234.4);
  expect(chronicle.entries()).toEqual([{ type: 'visibility', isVisible: false, atMs: 1_234 }]);
});

test('keeps the newest entries only', () => {
  const chronicle = createChronicle(createFakeClock(), 2);
  for (const phase of ['opening', 'open', 'closed']) chronicle.add({ type: 'phase', phase });
  expect(chronicle.entries()).toMatchObject([{ phase: 'open' }, { phase: 'closed' }]);
});
