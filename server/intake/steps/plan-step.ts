import { join } from 'node:path';
import { makePlan } from '../plan/make-plan.ts';
import { sourceSchema } from '../probe/source.ts';
import { readJson, removeUnfinished, RESULTS, writeJson } from './results.ts';
import type { Step } from './step.ts';

/** Decides what the source becomes, and tells the operator what will not be as in the source. */
export const planStep: Step = {
  name: 'plan',
  run: async ({ folder, signal, notice }) => {
    signal.throwIfAborted();
    await removeUnfinished(folder);
    const plan = makePlan(await readJson(join(folder, RESULTS.probe), sourceSchema));
    plan.notices.forEach((text) => notice(text));
    await writeJson(folder, RESULTS.plan, plan);
  },
};
