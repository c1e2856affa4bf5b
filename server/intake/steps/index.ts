import { freeBytesSync } from '../disk.ts';
import { createRunTool } from '../run-tool.ts';
import type { Tools } from '../tools.ts';
import { createEncodeStep } from './encode-step.ts';
import { createInspectStep } from './inspect-step.ts';
import { createPackageStep } from './package-step.ts';
import { planStep } from './plan-step.ts';
import { createProbeStep } from './probe-step.ts';
import { isFinished } from './results.ts';
import type { Step } from './step.ts';

/** The steps of a job, in order. A step that is finished in the job's folder does nothing. */
export function createSteps(tools: Tools, freeBytes = freeBytesSync): readonly Step[] {
  const runTool = createRunTool(tools);
  return [
    createProbeStep(runTool),
    planStep,
    createEncodeStep(runTool, freeBytes),
    createPackageStep(runTool),
    createInspectStep(runTool),
  ].map(once);
}

const once = (step: Step): Step => ({
  name: step.name,
  run: async (context) => {
    if (!isFinished(context.folder, step.name)) await step.run(context);
    context.progress({ fraction: 1 });
  },
});
