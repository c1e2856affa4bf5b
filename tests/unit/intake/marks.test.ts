import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedMarks } from '#server/intake/marks/accept-marks.ts';
import {
  differingBits,
  ITEM_SECONDS,
  readFingerprint,
  readFpcalc,
  toItems,
  writeFingerprint,
} from '#server/intake/marks/fingerprint.ts';
import { proposeMarks, type Comparison, type FoundMark } from '#server/intake/marks/propose-marks.ts';
import { findSharedParts, prepare } from '#server/intake/marks/shared-parts.ts';
import { itemsOf, scene, soundOf, type Part } from '#tests/support/fingerprints.ts';

const OPENING = scene(1, 30);
const SECOND_OPENING = scene(2, 30);
const ENDING = scene(3, 25);
const silence = (seconds: number): Part => ({ seconds, isSilent: true });

/** Marks of a series, by comparing each episode with all others. */
function findIn(episodes: readonly (readonly Part[])[]) {
  const prepared = episodes.map((parts, index) => prepare(soundOf(parts, index)));
  const comparisons: Comparison[] = [];
  for (let one = 0; one < episodes.length; one += 1)
    for (let other = one + 1; other < episodes.length; other += 1)
      comparisons.push({ one, other, parts: findSharedParts(prepared[one]!, prepared[other]!) });
  return proposeMarks(
    prepared.map(({ items }) => items.length * ITEM_SECONDS),
    comparisons,
  );
}

/** Starts of the marks, in whole seconds; null where there is none. */
const startsOf = (found: readonly { intro: FoundMark | null; outro: FoundMark | null }[], kind: 'intro' | 'outro') =>
  found.map((marks) => (marks[kind] === null ? null : Math.round(marks[kind].start)));

/** An episode with a cold open of so many seconds; everything but opening and ending is its own. */
const episode = (number: number, coldOpen: number, opening: Part | null = OPENING): Part[] => [
  scene(1000 + number, coldOpen),
  ...(opening ? [opening] : []),
  scene(2000 + number, 60),
  ENDING,
  scene(3000 + number, 10),
];

describe('a fingerprint', () => {
  it('counts differing bits', () => {
    expect([differingBits(0, 0xffff_ffff), differingBits(0x8000_0001, 1), differingBits(7, 7)]).toEqual([32, 1, 0]);
  });

  it('survives its text', () => {
    fc.assert(
      fc.property(fc.uint32Array({ maxLength: 50 }), (items) => {
        expect(readFingerprint(writeFingerprint(items))).toEqual(items);
      }),
    );
  });

  it('is read from what fpcalc prints, or refused', () => {
    expect(readFpcalc('{"duration": 1.00, "fingerprint": [4294967295,7]}')).toEqual(Uint32Array.of(4_294_967_295, 7));
    expect(() => readFpcalc('{"duration": 1.00}')).toThrow();
    expect(() => readFpcalc('ERROR')).toThrow(SyntaxError);
  });
});

describe('a series', () => {
  it('shows the opening after cold opens of differing lengths, and the ending', () => {
    const coldOpens = [0, 12, 3, 30, 7, 21];
    const found = findIn(coldOpens.map((seconds, index) => episode(index, seconds)));
    expect(startsOf(found, 'intro')).toEqual(coldOpens);
    expect(startsOf(found, 'outro')).toEqual(coldOpens.map((seconds) => seconds + 90));
    for (const { intro, outro } of found) {
      expect(Math.abs(intro!.end - intro!.start - 30)).toBeLessThan(1);
      expect(Math.abs(outro!.end - outro!.start - 25)).toBeLessThan(1);
      expect(intro!.confidence).toBeGreaterThan(0.85);
    }
  });

  it('shows no opening for the episode without one', () => {
    const found = findIn([episode(1, 5), episode(2, 10), episode(3, 8, null), episode(4, 2)]);
    expect(startsOf(found, 'intro')).toEqual([5, 10, null, 2]);
    expect(startsOf(found, 'outro')).not.toContain(null);
  });

  it('shows both openings of a season that changes it', () => {
    const numbers = [0, 1, 2, 3, 4, 5];
    const found = findIn(numbers.map((number) => episode(number, number * 4, number < 3 ? OPENING : SECOND_OPENING)));
    expect(startsOf(found, 'intro')).toEqual([0, 4, 8, 12, 16, 20]);
  });

  it('is not misled by the same episode twice, by silence, or by a recap in the next one', () => {
    const alone = (number: number) => [scene(number, 50), silence(20), scene(number + 100, 50)];
    const none = { intro: null, outro: null };
    expect(findIn([alone(1), alone(1), alone(2)])).toEqual([none, none, none]);
    const recap = scene(7, 30);
    const chain = [[scene(1, 50), recap], [recap, scene(2, 80)], [scene(3, 80)]];
    expect(findIn(chain)).toEqual([none, none, none]);
    expect(startsOf(findIn([episode(1, 5), episode(1, 5), episode(2, 9), episode(3, 0)]), 'intro')).toEqual([
      5, 5, 9, 0,
    ]);
  });

  it('trusts two episodes less than many', () => {
    const confidenceOf = (count: number) =>
      findIn(Array.from({ length: count }, (_, number) => episode(number, number)))[0]!.intro!.confidence;
    expect(confidenceOf(2)).toBeLessThan(0.5);
    expect(confidenceOf(4)).toBeGreaterThan(0.75);
    expect(findIn([episode(1, 5)])).toEqual([{ intro: null, outro: null }]);
    expect(findIn([])).toEqual([]);
  });
});

describe('two clips', () => {
  // The made-up fingerprints do not mix neighbouring scenes, so a scene of a second is in none of their items.
  const coldOpen = fc.oneof(fc.constant(0), fc.integer({ min: 2, max: 60 }));
  const shared = (one: Uint32Array, other: Uint32Array) => findSharedParts(prepare(one), prepare(other));

  it('share a part wherever it lies in each, within a second', () => {
    fc.assert(
      fc.property(
        fc.record({ before: coldOpen, there: coldOpen, seed: fc.nat(1e6) }),
        fc.integer({ min: 15, max: 60 }),
        ({ before, there, seed }, seconds) => {
          const part = scene(seed, seconds);
          const one = soundOf([scene(seed + 1, before), part, scene(seed + 2, 20)], seed);
          const other = soundOf([scene(seed + 3, there), part, scene(seed + 4, 40)], seed + 1);
          const [found, second] = shared(one, other);
          expect(second).toBeUndefined();
          expect(Math.abs(found!.start.one - before)).toBeLessThan(1);
          expect(Math.abs(found!.start.other - there)).toBeLessThan(1);
          expect(Math.abs(found!.seconds - seconds)).toBeLessThan(1.5);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('share the same parts in either order, and nothing when their sounds differ', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 0, max: 90 }), (seed, seconds) => {
        const one = soundOf([scene(seed, 40), OPENING, scene(seed + 1, 20)], seed);
        const other = soundOf([scene(seed + 2, seconds), OPENING], seed + 1);
        const places = shared(one, other).map(({ start }) => [start.one, start.other]);
        const swapped = shared(other, one).map(({ start }) => [start.other, start.one]);
        expect(places).toHaveLength(1);
        places[0]!.forEach((place, index) => expect(place).toBeCloseTo(swapped[0]![index]!, 6));
        expect(shared(soundOf([scene(seed, 90)], 1), soundOf([scene(seed + 1, 90)], 2))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('may be empty, tiny or anything at all', () => {
    fc.assert(
      fc.property(fc.uint32Array({ maxLength: 300 }), fc.uint32Array({ maxLength: 300 }), (one, other) => {
        for (const { start, seconds, errors } of shared(one, other)) {
          expect(Math.min(start.one, start.other)).toBeGreaterThanOrEqual(0);
          expect(seconds).toBeGreaterThan(0);
          expect(errors).toBeLessThanOrEqual(0.25);
        }
      }),
    );
    expect(shared(itemsOf(silence(60)), itemsOf(silence(60)))).toEqual([]);
    expect(toItems(0)).toBe(0);
  });
});

describe('accepted marks', () => {
  const intro = { kind: 'intro' as const, start: 5.4, end: 35.3 };
  const outro = { kind: 'outro' as const, start: 95.6, end: 120.4 };

  it('are in whole seconds and inside the clip', () => {
    expect(acceptedMarks([intro, outro], 120, { intro: null, outro: null })).toEqual({
      intro: { start: 5, end: 35 },
      outro: { start: 96 },
    });
    expect(acceptedMarks([{ ...outro, start: 119.6 }], 120, { intro: null, outro: null })).toEqual({});
  });

  it('never replace one that the episode has, and never overlap it', () => {
    expect(acceptedMarks([intro, outro], 120, { intro: { start: 0, end: 9 }, outro: { start: 100 } })).toEqual({});
    expect(acceptedMarks([intro], 120, { intro: null, outro: { start: 30 } })).toEqual({});
    expect(acceptedMarks([outro], 120, { intro: { start: 80, end: 110 }, outro: null })).toEqual({});
  });
});
