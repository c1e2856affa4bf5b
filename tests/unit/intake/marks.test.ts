import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedMarks, showFound } from '#server/intake/marks/accept-marks.ts';
import {
  differingBits,
  ITEM_SECONDS,
  readFingerprint,
  readFpcalc,
  toItems,
  writeFingerprint,
} from '#server/intake/marks/fingerprint.ts';
import { proposeMarks, type Comparison, type FoundMark, type FoundMarks } from '#server/intake/marks/propose-marks.ts';
import type { EpisodeMarks } from '#server/intake/marks/store.ts';
import { findSharedParts, prepare } from '#server/intake/marks/shared-parts.ts';
import { itemsOf, scene, soundOf, type Part } from '#tests/support/server/fingerprints.ts';

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
  const accept = (
    found: Parameters<typeof acceptedMarks>[0],
    duration: number,
    there: Partial<Parameters<typeof acceptedMarks>[2]>,
  ) => acceptedMarks(found, duration, { intro: null, outro: null, recap: null, preview: null, ...there });
  const intro = { kind: 'intro' as const, start: 5.4, end: 35.3, from: 'sound' as const };
  const outro = { kind: 'outro' as const, start: 95.6, end: 120.4, from: 'sound' as const };

  it('are in whole seconds and inside the clip', () => {
    expect(accept([intro, outro], 120, { intro: null, outro: null })).toEqual({
      intro: { start: 5, end: 35 },
      outro: { start: 96 },
    });
    expect(accept([{ ...outro, start: 119.6 }], 120, { intro: null, outro: null })).toEqual({});
    expect(accept([{ ...intro, end: 35.6 }], 35.5, { intro: null, outro: null })).toEqual({
      intro: { start: 5, end: 35.5 },
    });
  });

  it('may touch each other', () => {
    expect(accept([intro], 120, { intro: null, outro: { start: 35 } })).toEqual({
      intro: { start: 5, end: 35 },
    });
    expect(accept([outro], 120, { intro: { start: 80, end: 96 }, outro: null })).toEqual({
      outro: { start: 96 },
    });
    // An opening that is accepted with it counts too.
    expect(accept([{ ...intro, end: 100 }, outro], 120, { intro: null, outro: null })).toEqual({
      intro: { start: 5, end: 100 },
    });
  });

  it('never replace one that the episode has, and never overlap it', () => {
    expect(accept([intro, outro], 120, { intro: { start: 0, end: 9 }, outro: { start: 100 } })).toEqual({});
    expect(accept([intro], 120, { intro: null, outro: { start: 30 } })).toEqual({});
    expect(accept([outro], 120, { intro: { start: 80, end: 110 }, outro: null })).toEqual({});
  });

  it('accepted marks of chapters let something follow the ending', () => {
    const found = [
      { kind: 'outro' as const, start: 80, end: 100, from: 'chapter' as const },
      { kind: 'preview' as const, start: 100, end: 119.6, from: 'chapter' as const },
      { kind: 'recap' as const, start: 2, end: 8, from: 'chapter' as const },
    ];
    expect(accept(found, 120, {})).toEqual({
      outro: { start: 80, end: 100 },
      preview: { start: 100, end: 120 },
      recap: { start: 2, end: 8 },
    });
    expect(accept([{ ...found[0]!, end: 119 }], 120, {})).toEqual({ outro: { start: 80 } });
    // A preview that an operator has set ends the ending that other episodes share.
    expect(accept([{ ...found[0]!, from: 'sound' }], 120, { preview: { start: 101, end: 120 } })).toEqual({
      outro: { start: 80 },
    });
    expect(accept(found, 120, { preview: { start: 90, end: 120 } })).toEqual({ recap: { start: 2, end: 8 } });
  });
});

describe('found marks', () => {
  const found = { start: 5.44, end: 35.26, confidence: 0.8751 };
  const marks = {
    episode_id: 101,
    episode_num: '1화',
    intro: null,
    outro: null,
    found_intro: found,
    found_outro: null,
    is_intro_decided: false,
    is_outro_decided: false,
  } as unknown as EpisodeMarks;

  it('are shown in tenths of a second, where there are some', () => {
    expect(showFound(marks)).toEqual([
      {
        episode_id: 101,
        episode_num: '1화',
        kind: 'intro',
        start: 5.4,
        end: 35.3,
        confidence: 0.88,
        from: 'sound',
        is_decided: false,
      },
    ]);
    expect(showFound({ ...marks, found_intro: null, found_outro: found }).map(({ kind }) => kind)).toEqual(['outro']);
  });

  it('are those of chapters where chapters have clear names', () => {
    const chapter = { start: 6, end: 36, confidence: 0.9 };
    const chapters = { intro: chapter, outro: null, recap: null, preview: { ...chapter, start: 100, end: 110 } };
    expect(showFound({ ...marks, chapters }).map(({ kind, start, from }) => [kind, start, from])).toEqual([
      ['intro', 6, 'chapter'],
      ['preview', 100, 'chapter'],
    ]);
    const vague = { ...chapters, intro: { ...chapter, confidence: 0.7 }, preview: null };
    expect(showFound({ ...marks, chapters: vague }).map(({ from }) => from)).toEqual(['sound']);
    expect(showFound({ ...marks, found_intro: null, chapters: vague }).map(({ from }) => from)).toEqual(['chapter']);
  });

  it('are decided by a mark, and by a word that there is none', () => {
    const decided = (changes: object) => showFound({ ...marks, ...changes })[0]!.is_decided;
    expect([decided({ intro: { start: 0, end: 9 } }), decided({ is_intro_decided: true })]).toEqual([true, true]);
    expect(decided({ outro: { start: 90 }, is_outro_decided: true })).toBe(false);
  });
});

describe('proposed marks', () => {
  /** Every pair of episodes shares one part, which begins at these seconds of each. */
  const propose = (starts: readonly number[], seconds: number, { duration = 1400, errors = 0 } = {}) =>
    proposeMarks(
      starts.map(() => duration),
      starts.flatMap((start, one) =>
        starts.slice(one + 1).map((later, index) => ({
          one,
          other: one + 1 + index,
          parts: [{ start: { one: start, other: later }, seconds, errors }],
        })),
      ),
    );

  it.each([
    [9.9, null],
    [10, 60],
    [180, 60],
    [180.1, null],
  ])('last 10 to 180 s: of %d s begin at %j', (seconds, start) => {
    expect(propose([60, 60, 60], seconds).map(({ intro }) => intro?.start ?? null)).toEqual([start, start, start]);
  });

  it('are openings in the first half, and endings in the second', () => {
    const kindAt = (start: number) => {
      const [{ intro, outro }] = propose([start, start, start], 100, { duration: 1000 }) as [FoundMarks];
      return [intro !== null, outro !== null];
    };
    expect([kindAt(449), kindAt(450), kindAt(451)]).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
  });

  it('are surer the more episodes agree, and the less bits differ', () => {
    const sure = (count: number, errors: number) => propose(Array<number>(count).fill(60), 30, { errors })[0]!.intro!;
    expect([sure(3, 0), sure(4, 0), sure(5, 0)].map(({ confidence }) => confidence)).toEqual([0.75, 0.875, 0.9375]);
    expect(sure(3, 0.2).confidence).toBeCloseTo(0.6, 10);
  });

  it('begin where most say, within a second and a half', () => {
    const parts = (start: number) => [{ start: { one: start, other: 0 }, seconds: 30, errors: 0 }];
    const startOf = (...starts: number[]) =>
      proposeMarks(
        [1400, ...starts.map(() => 1400)],
        starts.map((start, index) => ({ one: 0, other: index + 1, parts: parts(start) })),
      )[0]!.intro?.start;
    expect(startOf(60, 61.5)).toBe(60.75);
    expect(startOf(60, 61.6)).toBeUndefined();
    expect(startOf(61, 60, 60.5, 90)).toBe(60.5);
  });

  it('are not found by comparing a video with its own copy', () => {
    const same = { start: { one: 0, other: 0 }, seconds: 1120, errors: 0 };
    const opening = { start: { one: 60, other: 60 }, seconds: 30, errors: 0 };
    const copies = (seconds: number) =>
      proposeMarks(
        [1400, 1400, 1400, 1400],
        [
          { one: 0, other: 1, parts: [{ ...same, seconds }] },
          { one: 0, other: 2, parts: [opening] },
          { one: 1, other: 2, parts: [opening] },
          { one: 2, other: 3, parts: [opening] },
        ],
      )[2]!.intro;
    // Two copies are one other episode.
    expect(copies(1120)?.confidence).toBe(0.75);
    expect(copies(1119)?.confidence).toBe(0.875);
  });
});
