import { isFinished } from './steps/results.ts';
import type { Step, StepContext, StepName } from './steps/step.ts';

export interface StepsHarness extends StepContext {
  /** A step begins. */
  begin(step: StepName): void;
}

/** Runs the steps of a job that are not finished yet, in order. */
export async function runSteps(steps: readonly Step[], { begin, ...context }: StepsHarness): Promise<void> {
  for (const step of steps) {
    context.signal.throwIfAborted();
    if (isFinished(context.folder, step.name)) continue;
    begin(step.name);
    await step.run(context);
  }
}
