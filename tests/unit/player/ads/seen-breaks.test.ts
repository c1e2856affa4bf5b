import { expect, test } from 'vitest';
import { createSeenBreaks } from '#src/player/ads/ad-breaks.ts';
import { createMemoryStorage } from '#tests/support/app/fake-platform.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

function setUp() {
  const [storage, clock] = [createMemoryStorage(), createFakeClock()];
  /** As a new page reads them. */
  const seenBy = (profileId: string, episodeId = 7) => createSeenBreaks(storage, clock, { profileId, episodeId });
  return { clock, seenBy };
}

test('a watched episode forgets its breaks, and no others', () => {
  const { seenBy } = setUp();
  seenBy('minsu').add(['start']);
  seenBy('minsu', 8).add(['start']);
  seenBy('jiwoo').add(['start', 'middle']);
  seenBy('minsu').forget();
  expect([seenBy('minsu').read().size, seenBy('minsu', 8).read().size, seenBy('jiwoo').read().size]).toEqual([0, 1, 2]);
});

test('breaks that were seen half a day ago are due again', () => {
  const { clock, seenBy } = setUp();
  seenBy('minsu').add(['start']);
  clock.advance(12 * 3600_000 - 1);
  expect(seenBy('minsu').read().size).toBe(1);
  clock.advance(1);
  expect(seenBy('minsu').read().size).toBe(0);
});
