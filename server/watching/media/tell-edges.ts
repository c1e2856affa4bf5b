import type { Connection } from '#server/db/open.ts';
import type { ServiceJob } from '#server/jobs/job.ts';
import type { JobStatus } from '#server/jobs/status.ts';
import { inSeconds, type Clock } from '#server/lib/clock.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import { shortenUuid } from '#server/lib/short-uuid.ts';
import { EDGE_TICKET_SECONDS, edgeCredential, type MediaEdge } from '#server/providers/edge-signer.ts';
import { listEnded } from './ended-store.ts';

/** Name of the job. */
export const TELLING = 'telling edges';

/**
 * Ends that are read each time, in seconds: while an address of theirs may be valid, and for processes whose clocks are
 * minutes behind.
 */
const WINDOW_SECONDS = EDGE_TICKET_SECONDS + 60;

/**
 * Each end is told again after this, in ms: an answer from before may still arrive at the edge and replace the first one.
 * A process relies on its own answers for 4 s (gate.ts), and the edge waits for one for at most 3 s.
 */
const AGAIN_AFTER_MS = 7_000;

/** Requests to one edge at a time. */
const AT_ONCE = 16;
const ANSWER_WITHIN_MS = 2_000;

/** Tells an edge that a play log has ended. Rejects unless the edge has understood. */
export type TellEdge = (address: string, path: string, credential: string) => Promise<void>;

export const tellByHttp: TellEdge = async (address, path, credential) => {
  const answer = await fetch(`http://${address}${path}`, {
    headers: { 'x-bora-edge': credential },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  await answer.arrayBuffer();
  // The edge answers what it has stored: a refusal.
  if (answer.status !== 403) throw new Error(`the edge ${address} answered ${answer.status}`);
};

interface Known {
  path: string;
  seenAtMs: number;
  /** How often each edge was told. */
  told: Map<string, number>;
}

/**
 * The job that tells the edges which play logs have ended, so that they may believe an answer for minutes
 * (docs/decisions/135-sign-for-nginx-and-ask-it-to-ask.md). An edge that does not answer is told when it is back.
 */
export function tellingJob(options: {
  db: Connection;
  clock: Clock;
  edge: MediaEdge;
  failures: FailureLog;
  tell?: TellEdge;
}): ServiceJob {
  const { db, clock, edge, failures, tell = tellByHttp } = options;
  const credential = edgeCredential(edge.secret);
  const known = new Map<string, Known>();

  const tellOne = async (address: string, due: readonly Known[], signal: AbortSignal) => {
    const left = [...due];
    const tellNext = async (): Promise<void> => {
      for (let one = left.pop(); one && !signal.aborted; one = left.pop()) {
        try {
          await tell(address, one.path, credential);
        } catch (error) {
          // The others would wait in vain, too.
          left.length = 0;
          throw error;
        }
        one.told.set(address, (one.told.get(address) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, tellNext));
  };

  return {
    name: TELLING,
    everySeconds: 1,
    leaseSeconds: 10,
    longestSeconds: 10,
    async run({ signal }) {
      const now = clock.now();
      const nowMs = now.getTime();
      const ended = await listEnded(db, inSeconds(now, -WINDOW_SECONDS));
      for (const { account_id: accountId, id } of ended)
        if (!known.has(id))
          known.set(id, { path: `/ended/${shortenUuid(accountId)}/${id}`, seenAtMs: nowMs, told: new Map() });
      const current = new Set(ended.map(({ id }) => id));
      for (const id of known.keys()) if (!current.has(id)) known.delete(id);

      const isDue = (address: string) => (one: Known) => {
        const times = one.told.get(address) ?? 0;
        return times === 0 || (times === 1 && Math.abs(nowMs - one.seenAtMs) >= AGAIN_AFTER_MS);
      };
      const results = await Promise.allSettled(
        edge.told.map((address) => tellOne(address, [...known.values()].filter(isDue(address)), signal)),
      );
      const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
      if (refusals.length === results.length && refusals.length > 0)
        throw new Error('no edge can be told which play logs have ended', { cause: refusals[0] });
      // One edge alone that is down must not make the others ask for every piece.
      if (refusals.length > 0) failures.report(TELLING, refusals[0]);
    },
  };
}

/** An answer may be believed for long if the job has succeeded this recently, in ms. */
const RECENT_MS = 10_000;
/** How long a look at the job is cached, in ms. */
const HOLDS_MS = 1_000;

/** Whether the edges are told about ends now: while no worker does that, they must ask. */
export function createIsTelling(options: {
  clock: Clock;
  findJob(name: string): Promise<JobStatus | undefined>;
}): () => Promise<boolean> {
  const { clock, findJob } = options;
  let last: { atMs: number; found: Promise<boolean> } | undefined;
  const isRecent = (at: Date | null) => at !== null && Math.abs(clock.now().getTime() - at.getTime()) < RECENT_MS;
  const find = async (): Promise<boolean> => {
    try {
      const job = await findJob(TELLING);
      return job !== undefined && job.failures === 0 && isRecent(job.lastRunAt);
    } catch {
      // Without the database nobody is told.
      return false;
    }
  };
  return () => {
    const nowMs = clock.now().getTime();
    if (!last || Math.abs(nowMs - last.atMs) >= HOLDS_MS) last = { atMs: nowMs, found: find() };
    return last.found;
  };
}
