/* Which advertisement a break gets. Plain functions: no clock, no database. */

/** An advertisement runs from `starts_at` to just before `ends_at`; null is no limit. */
export interface Scheduled {
  starts_at: Date | null;
  ends_at: Date | null;
}

export interface Weighted {
  id: number;
  weight: number;
}

export function stateOf(
  { starts_at: startsAt, ends_at: endsAt }: Scheduled,
  now: Date,
): 'running' | 'scheduled' | 'ended' {
  if (endsAt !== null && endsAt <= now) return 'ended';
  return startsAt !== null && startsAt > now ? 'scheduled' : 'running';
}

const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));

/**
 * The order in which breaks get advertisements: each as often as its weight says, and spread as evenly as possible.
 *
 *     weights 1, 1, 1   1 2 3
 *     weights 2, 1      1 1 2
 *     weights 3, 2      1 2 1 2 1
 */
export function rotationOf<A extends Weighted>(all: readonly A[]): A[] {
  const unit = all.reduce((sofar, { weight }) => divisor(sofar, weight), 0);
  return all
    .flatMap((ad) => {
      const turns = ad.weight / unit;
      return Array.from({ length: turns }, (_, turn) => ({ ad, at: (turn + 0.5) / turns }));
    })
    .sort((one, other) => one.at - other.at || one.ad.id - other.ad.id)
    .map(({ ad }) => ad);
}

/** A number derived from the play log, so that viewers start at different places of the rotation. */
const startOf = (playLogId: string) => Number.parseInt(playLogId.slice(0, 8), 16);

/**
 * Chooses the advertisement of a break. The breaks of one play log get consecutive places of the rotation.
 *
 * @param running advertisements that run now.
 * @param ordinal of the break in its episode, from 0.
 * @returns undefined when none runs.
 */
export function chooseAdvertisement<A extends Weighted>(
  running: readonly A[],
  { playLogId, ordinal }: { playLogId: string; ordinal: number },
): A | undefined {
  const rotation = rotationOf(running);
  return rotation[(startOf(playLogId) + ordinal) % rotation.length];
}

/** Share of the breaks that each running advertisement gets, 0 to 1. */
export const shareOf = ({ weight }: Weighted, totalWeight: number): number => weight / totalWeight;
