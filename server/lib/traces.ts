import type { FailureLog } from './failure-log.ts';

/** What is known about a part of the work: never whose it is, or what somebody typed. */
export type TraceAttributes = Readonly<Record<string, string | number>>;

/** A part of the work that has begun. */
export interface TracedPart {
  /** Runs work whose statements belong to this part. */
  run<T>(work: () => T): T;
  /** @param failure the kind of the error; undefined when the part succeeded. */
  end(attributes: TraceAttributes, failure: string | undefined): void;
}

/** Tells a tracing service which part of the work took how long. */
export interface Traces {
  /** Begins a part of the work: a call, a job. */
  begin(kind: 'call' | 'job', name: string, attributes: TraceAttributes): TracedPart;
  /** Tells of a statement that has just ended, if it belongs to a part. */
  statement(text: string, durationMs: number, failure: string | undefined): void;
  /** Where to tell that the service takes nothing. */
  reportTo(failures: FailureLog): void;
}

/** The kind of an error: its message may contain what somebody typed. */
export const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'Error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** Runs a job as a part of its own; without `traces` the job alone. */
export async function tracedJob<T>(traces: Traces | undefined, name: string, work: () => Promise<T>): Promise<T> {
  const part = traces?.begin('job', `job ${name}`, {});
  if (part === undefined) return work();
  try {
    const result = await part.run(work);
    part.end({}, undefined);
    return result;
  } catch (error) {
    part.end({}, kindOf(error));
    throw error;
  }
}
