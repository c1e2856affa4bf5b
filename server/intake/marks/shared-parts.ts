import { differingBits, ITEM_SECONDS, middleOf, toItems, WINDOW_SECONDS } from './fingerprint.ts';

/** A part of two clips that sounds the same, in seconds of each. */
export interface SharedPart {
  start: { one: number; other: number };
  seconds: number;
  /** Share of the bits that differ, in [0, 1]. */
  errors: number;
}

/** Shorter ones are jingles and gongs. */
export const SHORTEST_SECONDS = 10;

/** Items that differ in fewer bits on average count as the same: see `UNRELATED_BITS`. */
const MOST_BITS = 8;
/** The same of a whole part. Edges differ more, as their items have some sound of the neighbouring scenes. */
const MOST_BITS_OF_PART = 6;
/** Bits in which items of unrelated sounds differ on average. */
const UNRELATED_BITS = 16;
/** Items on each side whose mean decides about the one between them. */
const SMOOTHED = 4;
/** A shorter disturbance, such as a sound effect over the music, does not end a part. */
const GAP = toItems(2);
const SHORTEST = toItems(SHORTEST_SECONDS) - toItems(2.7);
/** Share of a part that must be neither silence nor a steady tone, which all clips share. */
const LEAST_VARIED = 0.5;
/** Around an item; with fewer changes than this it is silence or a steady tone. */
const FLAT_WINDOW = 16;
const LEAST_CHANGES = 3;
/** Shifts between the clips that are looked at closely, those with the most equal halves of items first. */
const MOST_SHIFTS = 12;
const LEAST_VOTES = 6;
/** Items that a clip has more often than this say nothing about the shift. */
const MOST_OCCURRENCES = 16;

/** 1 for each item whose sound varies, 0 in silence and steady tones. */
export function variedItems(items: Uint32Array): Uint8Array {
  const varied = new Uint8Array(items.length);
  const isChange = (index: number) => index > 0 && index < items.length && items[index] !== items[index - 1];
  let changes = 0;
  for (let index = 0; index < Math.min(items.length, FLAT_WINDOW / 2); index += 1) if (isChange(index)) changes += 1;
  for (let index = 0; index < items.length; index += 1) {
    if (isChange(index + FLAT_WINDOW / 2)) changes += 1;
    if (isChange(index - FLAT_WINDOW / 2)) changes -= 1;
    if (changes >= LEAST_CHANGES) varied[index] = 1;
  }
  return varied;
}

export interface Prepared {
  items: Uint32Array;
  varied: Uint8Array;
  /** Where the halves of varied items occur. An error in one half leaves the other. */
  places: Map<number, number[]>;
}

/** Computes what all comparisons of one clip need. */
export function prepare(items: Uint32Array): Prepared {
  const varied = variedItems(items);
  const places = new Map<number, number[]>();
  items.forEach((item, index) => {
    if (varied[index] === 0) return;
    for (const half of [item >>> 16, (item & 0xffff) | 0x10000]) {
      const found = places.get(half);
      if (found) found.push(index);
      else places.set(half, [index]);
    }
  });
  return { items, varied, places };
}

/** Shifts from one clip to the other at which many halves of items are equal; the best first. */
function likelyShifts(one: Prepared, other: Prepared): number[] {
  // One shift may fall between two items, so neighbours count together.
  const votes = new Uint32Array(one.items.length + other.items.length + 2);
  const zero = one.items.length;
  for (const [half, places] of one.places) {
    const found = other.places.get(half);
    if (!found || places.length > MOST_OCCURRENCES || found.length > MOST_OCCURRENCES) continue;
    for (const place of places)
      for (const there of found) {
        const shift = zero + there - place;
        votes[shift]! += 1;
      }
  }
  const near = (shift: number) => (votes[shift - 1] ?? 0) + votes[shift]! + (votes[shift + 1] ?? 0);
  const shifts: { shift: number; votes: number }[] = [];
  for (let shift = 0; shift < votes.length; shift += 1)
    if (votes[shift]! > 0 && near(shift) >= LEAST_VOTES) shifts.push({ shift: shift - zero, votes: near(shift) });
  return shifts
    .sort((left, right) => right.votes - left.votes)
    .slice(0, MOST_SHIFTS)
    .map(({ shift }) => shift);
}

interface Run {
  shift: number;
  /** Items of the first clip, `end` not included. */
  start: number;
  end: number;
  bits: number;
  /** In the first clip. */
  startSeconds: number;
  endSeconds: number;
}

// Where a part reaches the edge of a clip, no items follow that differ more. How much the outermost ones differ says how
// much of their sound is of another scene.
const startAtEdge = (item: number, share: number) => item * ITEM_SECONDS + share * WINDOW_SECONDS;
const endAtEdge = (item: number, share: number) => item * ITEM_SECONDS + (1 - share) * WINDOW_SECONDS;

/** Parts in which the items of both clips are alike at one shift. */
function runsAt(one: Prepared, other: Prepared, shift: number): Run[] {
  const from = Math.max(0, -shift);
  const to = Math.min(one.items.length, other.items.length - shift);
  if (to - from < SHORTEST) return [];
  const length = to - from;
  // Sums of the bits and of the items that count, up to each item.
  const bits = new Uint32Array(length + 1);
  const counted = new Uint32Array(length + 1);
  for (let index = 0; index < length; index += 1) {
    const place = from + index;
    const counts = one.varied[place] === 1 || other.varied[place + shift] === 1;
    bits[index + 1] = bits[index]! + (counts ? differingBits(one.items[place]!, other.items[place + shift]!) : 0);
    counted[index + 1] = counted[index]! + (counts ? 1 : 0);
  }
  const meanOf = (start: number, end: number) => {
    const count = counted[end]! - counted[start]!;
    return count === 0 ? undefined : (bits[end]! - bits[start]!) / count;
  };
  /** Share of other sound in some items at the edge of a part. */
  const foreign = (start: number, mean: number) => {
    const edge = meanOf(start, start + SMOOTHED) ?? mean;
    return Math.min(0.5, Math.max(0, (edge - mean) / (UNRELATED_BITS - mean)));
  };
  const runs: Run[] = [];
  let start = -1;
  let last = -1;
  const close = () => {
    if (start < 0) return;
    const end = last + 1;
    const isVaried = counted[end]! - counted[start]! >= LEAST_VARIED * (end - start);
    const mean = meanOf(start, end);
    if (end - start >= SHORTEST && isVaried && mean !== undefined && mean <= MOST_BITS_OF_PART)
      runs.push({
        shift,
        start: from + start,
        end: from + end,
        bits: mean,
        startSeconds: start > SMOOTHED ? middleOf(from + start) : startAtEdge(from + start, foreign(start, mean)),
        endSeconds:
          length - end > SMOOTHED ? middleOf(from + end - 1) : endAtEdge(from + end - 1, foreign(end - SMOOTHED, mean)),
      });
    start = -1;
  };
  for (let index = 0; index < length; index += 1) {
    const mean = meanOf(Math.max(0, index - SMOOTHED), Math.min(length, index + SMOOTHED + 1));
    if (mean === undefined || mean > MOST_BITS) continue;
    if (start >= 0 && index - last > GAP) close();
    if (start < 0) start = index;
    last = index;
  }
  close();
  return runs;
}

const overlaps = (one: Run, other: Run) =>
  (one.start < other.end && other.start < one.end) ||
  (one.start + one.shift < other.end + other.shift && other.start + other.shift < one.end + one.shift);

const weightOf = ({ start, end, bits }: Run) => (end - start) * (1 - bits / UNRELATED_BITS);

/** Finds what two clips share, such as an opening. Silence and steady tones do not count. */
export function findSharedParts(one: Prepared, other: Prepared): SharedPart[] {
  const runs = likelyShifts(one, other)
    .flatMap((shift) => runsAt(one, other, shift))
    .sort((left, right) => weightOf(right) - weightOf(left));
  const kept: Run[] = [];
  for (const run of runs) if (!kept.some((better) => overlaps(better, run))) kept.push(run);
  return kept
    .sort((left, right) => left.start - right.start)
    .map(({ shift, bits, startSeconds, endSeconds }) => ({
      start: { one: startSeconds, other: startSeconds + shift * ITEM_SECONDS },
      seconds: endSeconds - startSeconds,
      errors: bits / 32,
    }));
}
