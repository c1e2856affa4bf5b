import type { Clock } from '#src/lib/clock.ts';
import type { Ledger } from './ledger.ts';
import type { Network } from './network.ts';
import { PASSWORD, type Household } from './population.ts';
import type { Chance } from './rules/chance.ts';
import { createTelevision, type Television } from './television.ts';
import { createViewer, type Viewer } from './viewer.ts';

/** A set of a household, and its place there. */
export interface HouseholdSet {
  household: Household;
  index: number;
  television: Television;
}

/** Context of all sets of an evening. */
export interface Surroundings {
  network: Network;
  ledger: Ledger;
  clock: Clock;
  durationSeconds: number;
  hasMedia: boolean;
}

export const createSets = (households: readonly Household[], surroundings: Surroundings): HouseholdSet[] =>
  households.flatMap((household, house) =>
    Array.from({ length: household.televisions }, (_, index) => {
      const television = createTelevision({
        ...surroundings,
        name: `${household.name}-${index}`,
        accountId: household.accountId,
        address: `10.${house >> 8}.${house & 255}.1`,
      });
      return { household, index, television };
    }),
  );

export interface Seat {
  chance: Chance;
  eveningSeconds: number;
  patience: number;
  isOver: () => boolean;
  wait(seconds: number): Promise<void>;
}

/** Puts a viewer in front of a set. */
export const seatViewer = ({ household, index, television }: HouseholdSet, around: Surroundings, seat: Seat): Viewer =>
  createViewer({
    ...seat,
    television,
    email: household.email,
    password: PASSWORD,
    profileIndex: index,
    chance: seat.chance.fork(television.name),
    phone: { network: around.network, ledger: around.ledger, clock: around.clock, accountId: household.accountId },
  });
