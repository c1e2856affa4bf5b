import { join } from 'node:path';
import { makePlan, planNotices } from '../plan/make-plan.ts';
import { sourceSchema } from '../probe/source.ts';
import { readJson, removeUnfinished, RESULTS, writeJson } from './results.ts';
import type { Step } from './step.ts';

/** Decides what the source becomes, and tells the operator what will not be as in the source. */
export const planStep: Step = {
  name: 'plan',
  run: async ({ folder, signal, notice }) => {
    signal.throwIfAborted();
    await removeUnfinished(folder);
    const source = await readJson(join(folder, RESULTS.probe), sourceSchema);
    planNotices(source).forEach((each) => notice(each));
    await writeJson(folder, RESULTS.plan, makePlan(source));
  },
};
