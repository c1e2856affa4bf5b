/** How a write ended for the set: `doubtful` without an answer, or with one that says nothing about the write. */
export type Outcome = 'acknowledged' | 'refused' | 'doubtful';

/** A call that changes something, as the set saw it. Times are in ms of the evening. */
export interface Entry {
  /** Name of the endpoint in `contract/endpoints.ts`, or `pay` for the phone. */
  call: string;
  television: string;
  accountId: string | null;
  profileId: string | null;
  params: Readonly<Record<string, unknown>>;
  body: unknown;
  sentAtMs: number;
  /** When the set stopped waiting; null while it waits. */
  settledAtMs: number | null;
  outcome: Outcome;
  /** Status of the answer; 0 without one. */
  status: number;
  /** Code of a refusal. */
  code?: string | undefined;
  reply?: unknown;
}

/** A piece of video that a server gave out. */
export interface MediaServing {
  accountId: string;
  playLogId: string;
  atMs: number;
}

/** A set's own record of a play log that it opened. */
export interface SeenPlayLog {
  television: string;
  /** Seconds in which the picture moved. */
  watchedSeconds: number;
  /** The power went while it played: what was watched since the last write to the set's disk is lost. */
  isCutOff: boolean;
}

/** Everything that the sets and phones did in an evening. */
export interface Ledger {
  readonly entries: Entry[];
  readonly servings: MediaServing[];
  /** Files of a video that no server had. */
  readonly missing: string[];
  readonly playLogs: Map<string, SeenPlayLog>;
  reads: number;
}

export const createLedger = (): Ledger => ({ entries: [], servings: [], missing: [], playLogs: new Map(), reads: 0 });

/** A refusal is a statement about the write; a busy server's answer is not. */
export const outcomeOf = (status: number): Outcome =>
  status >= 200 && status < 400 ? 'acknowledged' : status >= 400 && status < 500 ? 'refused' : 'doubtful';
