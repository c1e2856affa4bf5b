import { createChance, type Chance } from './chance.ts';

export interface PlannedHousehold {
  name: string;
  plan: 'free' | 'basic' | 'premium';
  /** How many devices may play at once (contract.md, section 3). */
  maxStreams: number;
  /** Each set has a profile of its own. */
  televisions: number;
}

/** Kinds of faults. `who` names one of the processes. */
export type FaultKind =
  | 'kill-server'
  | 'stop-server'
  | 'freeze-server'
  | 'kill-worker'
  | 'freeze-worker'
  | 'restart-database'
  | 'black-hole'
  | 'slow-database'
  | 'locked-table'
  | 'clock-step'
  | 'lost-answers';

export interface Fault {
  kind: FaultKind;
  atSecond: number;
  lastsSeconds: number;
  /** Index of the server or worker concerned, among those there are. */
  server: number;
  /** Seconds by which a clock is set forward or back. */
  stepSeconds: number;
}

export interface EveningPlan {
  seed: number;
  seconds: number;
  households: PlannedHousehold[];
  faults: Fault[];
}

const MAX_STREAMS = { free: 1, basic: 1, premium: 4 } as const;

/** Households in turn, until there are enough sets: more sets than the membership allows to play at once. */
const HOUSEHOLDS: readonly (readonly [PlannedHousehold['plan'], number])[] = [
  ['basic', 3],
  ['premium', 5],
  ['free', 1],
  ['basic', 2],
];

export function planHouseholds(televisions: number): PlannedHousehold[] {
  const households: PlannedHousehold[] = [];
  for (let left = televisions; left > 0;) {
    const [plan, wanted] = HOUSEHOLDS[households.length % HOUSEHOLDS.length]!;
    const count = Math.min(left, wanted);
    households.push({ name: `h${households.length}`, plan, maxStreams: MAX_STREAMS[plan], televisions: count });
    left -= count;
  }
  return households;
}

/** Seconds from one fault to the next. */
const FAULT_EVERY = [35, 75] as const;
const FIRST_FAULT_AT = 30;
/**
 * Shortest and longest duration, in seconds. A frozen server must not outlive the limits of the calls; a frozen worker may
 * outlive its leases, so that the other one takes its jobs over.
 */
const LASTS: Record<FaultKind, readonly [number, number]> = {
  'kill-server': [2, 20],
  'stop-server': [2, 20],
  'freeze-server': [3, 12],
  'kill-worker': [2, 40],
  'freeze-worker': [5, 90],
  'restart-database': [1, 5],
  'black-hole': [5, 25],
  'slow-database': [10, 30],
  'locked-table': [4, 12],
  'clock-step': [30, 90],
  'lost-answers': [10, 30],
};

function planFaults(seconds: number, kinds: readonly FaultKind[], chance: Chance): Fault[] {
  const faults: Fault[] = [];
  let at = FIRST_FAULT_AT + chance.between(0, 20);
  // The first faults are of different kinds, so that a few evenings cover all of them.
  let left = [...kinds];
  while (kinds.length > 0 && at < seconds - 10) {
    if (left.length === 0) left = [...kinds];
    const kind = chance.pick(left);
    left = left.filter((one) => one !== kind);
    faults.push({
      kind,
      atSecond: at,
      lastsSeconds: chance.between(...LASTS[kind]),
      server: chance.between(0, 1),
      stepSeconds: chance.pick([-3600, 3600]),
    });
    at += chance.between(...FAULT_EVERY);
  }
  return faults;
}

/** The whole evening of a seed, apart from what the answers decide. */
export const planEvening = (options: {
  seed: number;
  minutes: number;
  televisions: number;
  kinds: readonly FaultKind[];
}): EveningPlan => {
  const seconds = options.minutes * 60;
  return {
    seed: options.seed,
    seconds,
    households: planHouseholds(options.televisions),
    faults: planFaults(seconds, options.kinds, createChance(`${options.seed}/faults`)),
  };
};
