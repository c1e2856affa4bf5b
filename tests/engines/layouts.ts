import type { EngineName } from '#tests/support/browser/engines.ts';
import type { Layout } from './engine-tv.ts';

/** Maximum difference between two engines, in px. */
const TOLERANCE = 2;
/** Engines round the advance of each letter in their own way: what is as wide as its text may differ by this share of its width. */
const TEXT_TOLERANCE = 0.01;

/** The layout of a screen on an engine. */
export interface Recorded {
  readonly engine: EngineName;
  readonly screen: string;
  readonly layout: Layout;
}

/** What is elsewhere on the other engine, in lines. */
export function differences(one: Layout, other: Layout, engine: string): string[] {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => {
    const [mine, theirs] = [one[key], other[key]];
    if (!mine || !theirs) return [`${engine}: ${key} is only on ${mine ? 'the first' : 'this'}`];
    const [, , width] = mine;
    const isNear = mine.every((edge, index) => {
      const tolerance = index === 2 ? Math.max(TOLERANCE, width * TEXT_TOLERANCE) : TOLERANCE;
      return Math.abs(edge - theirs[index]!) <= tolerance;
    });
    return isNear ? [] : [`${engine}: ${key} ${theirs.join()} instead of ${mine.join()}`];
  });
}
