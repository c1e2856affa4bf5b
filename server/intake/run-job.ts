import type { Protection } from '../lib/protection.ts';
import type { StepName } from './steps/step.ts';

/** Works on a job's video until its result is in the folder. Rejects with the reason of the signal when that aborts. */
export type RunJob = (job: {
  source: string;
  folder: string;
  /** How the clip is encrypted; undefined for one that is not. */
  protection?: Protection | undefined;
  signal: AbortSignal;
  onStep(step: StepName): void;
  onProgress(done: { fraction: number; speed?: number | undefined }): void;
  onNotice(text: string): void;
}) => Promise<void>;

/** A run failed. `log` is the end of what its program wrote. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError';
  readonly isFinal: boolean;
  readonly log: string;

  constructor(message: string, { isFinal, log }: { isFinal: boolean; log: string }) {
    super(message);
    this.isFinal = isFinal;
    this.log = log;
  }
}
