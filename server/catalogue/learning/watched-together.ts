import { startOf } from './packed-matrix.ts';

/** Titles of a profile that count, the latest: this bounds the time that one profile costs. */
export const MOST_TITLES_OF_PROFILE = 200;
/** A profile with more titles counts no more than one with these, so that nobody pushes a title by watching everything. */
const FULL_WEIGHT_TITLES = 100;
/** Accounts that must have watched two titles before these say anything about each other: nobody's history is readable. */
export const FEWEST_ACCOUNTS = 5;

/** Which titles are watched by the same profiles. Titles are numbers from 0; the size does not grow with the profiles. */
export interface WatchedTogether {
  readonly size: number;
  /** Sum of the weights of the profiles with both titles (packed-matrix.ts). */
  readonly weights: Float64Array;
  /** Accounts with a profile with both titles, as far as it matters (`FEWEST_ACCOUNTS`); packed too. */
  readonly accounts: Uint8Array;
  /** Profiles with each title. */
  readonly profiles: Uint32Array;
}

export const createWatchedTogether = (size: number): WatchedTogether => ({
  size,
  weights: new Float64Array(startOf(size)),
  accounts: new Uint8Array(startOf(size)),
  profiles: new Uint32Array(size),
});

/** Adds one account, once. @param profiles the titles of each of its profiles, the latest first; may repeat. */
export function addAccount(to: WatchedTogether, profiles: readonly (readonly number[])[]): void {
  const counted = profiles.length > 1 ? new Set<number>() : undefined;
  for (const titles of profiles) {
    const latest = [...new Set(titles)].slice(0, MOST_TITLES_OF_PROFILE).sort((one, other) => one - other);
    const weight = Math.min(1, FULL_WEIGHT_TITLES / latest.length);
    for (let i = 0; i < latest.length; i += 1) {
      const start = startOf(latest[i]!);
      to.profiles[latest[i]!]! += 1;
      for (let k = 0; k <= i; k += 1) {
        const at = start + latest[k]!;
        to.weights[at]! += weight;
        if (to.accounts[at]! === FEWEST_ACCOUNTS || counted?.has(at)) continue;
        to.accounts[at]! += 1;
        counted?.add(at);
      }
    }
  }
}
