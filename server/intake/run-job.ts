import type { Choices } from './drawings/judge-script.ts';
import type { Protection } from '../lib/protection.ts';
import type { SoundWork } from './sounds/sound-work.ts';
import type { StepName } from './steps/step.ts';
import type { CodedText, Params } from './texts/coded-text.ts';

/** Works on a job's video until its result is in the folder. Rejects with the reason of the signal when that aborts. */
export type RunJob = (job: {
  source: string;
  folder: string;
  /** How the clip is encrypted; undefined for one that is not. */
  protection?: Protection | undefined;
  /** What operators have said of the styles of the title's scripts. */
  choices?: Choices | undefined;
  /** The sound that is made of the source; undefined for a whole clip. */
  sound?: SoundWork | undefined;
  signal: AbortSignal;
  onStep(step: StepName): void;
  onProgress(done: { fraction: number; speed?: number | undefined }): void;
  onNotice(notice: CodedText): void;
}) => Promise<void>;

/** A run failed. `log` is the end of what its program wrote. */
export class RunFailedError extends Error implements CodedText {
  override readonly name = 'RunFailedError';
  readonly code: string;
  readonly params: Params;
  readonly isFinal: boolean;
  readonly log: string;

  constructor({ code, params, message }: CodedText, { isFinal, log }: { isFinal: boolean; log: string }) {
    super(message);
    this.code = code;
    this.params = params;
    this.isFinal = isFinal;
    this.log = log;
  }
}
