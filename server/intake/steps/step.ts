import type { Protection } from '../../lib/protection.ts';
import type { Choices } from '../drawings/judge-script.ts';
import type { CodedText } from '../texts/coded-text.ts';

/** The steps of a job, in order. */
export const STEP_NAMES = ['probe', 'plan', 'encode', 'package', 'inspect'] as const;
export type StepName = (typeof STEP_NAMES)[number];

/** Context of the steps of one job. All files are inside `folder`, which the job owns; the source is read only. */
export interface StepContext {
  /** Absolute path of the source file, already inside the intake's folder. */
  readonly source: string;
  /** The job's working folder (private, on the media disk). */
  readonly folder: string;
  /** How the clip is encrypted; undefined for one that is not. */
  readonly protection?: Protection | undefined;
  /** What operators have said of the styles of the title's scripts. */
  readonly choices?: Choices | undefined;
  readonly signal: AbortSignal;
  progress(done: { readonly fraction: number; readonly speed?: number }): void;
  /** A finding for the operator, e.g. "image subtitles of track 3 are left out". */
  notice(notice: CodedText): void;
}

/**
 * A step leaves its result in the job's folder under a fixed name. It is finished when that name exists.
 */
export interface Step {
  readonly name: StepName;
  /** @throws IntakeError */
  run(context: StepContext): Promise<void>;
}
