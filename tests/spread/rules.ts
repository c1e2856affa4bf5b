import type { Asked } from './viewers.ts';

/** What happens to one worker. */
export type Trouble = 'stopped' | 'slow' | 'cut';

export interface Times {
  brokenAtMs: number;
  mendedAtMs: number;
}

/** Calls in flight when it began, and those until the service has found out, may be late. */
const FOUND_OUT_MS = 8_000;
const BACK_WITHIN_MS = 15_000;
/** The app gives a call up after 12 s; the service answers before that. */
const SENTENCE_WITHIN_MS = 8_000;
const FAILED_SHARE = 0.02;

export interface Summary {
  calls: number;
  failed: number;
  slowestMs: number;
  medianMs: number;
}

export function summarize(asked: readonly Asked[]): Summary {
  const times = asked.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
  return {
    calls: asked.length,
    failed: asked.filter(({ status }) => status !== 200).length,
    slowestMs: times.at(-1) ?? 0,
    medianMs: times[times.length >> 1] ?? 0,
  };
}

export const during = (asked: readonly Asked[], fromMs: number, untilMs: number): Asked[] =>
  asked.filter(({ sentAtMs }) => sentAtMs >= fromMs && sentAtMs < untilMs);

/** What is wrong with the calls of viewers on other workers, and of those on the worker in trouble. */
export function judge(others: readonly Asked[], own: readonly Asked[], { brokenAtMs, mendedAtMs }: Times): string[] {
  const faults: string[] = [];
  const add = (isWrong: boolean, fault: string) => void (isWrong && faults.push(fault));
  const begin = summarize(during(others, brokenAtMs, brokenAtMs + FOUND_OUT_MS));
  const rest = summarize(during(others, brokenAtMs + FOUND_OUT_MS, mendedAtMs));
  add(rest.calls === 0, 'the viewers of the other worker asked nothing');
  add(begin.failed > begin.calls / 4, `${begin.failed} of ${begin.calls} calls to the other worker failed at first`);
  add(rest.failed > rest.calls * FAILED_SHARE, `${rest.failed} of ${rest.calls} calls to the other worker failed`);
  const inTrouble = during(own, brokenAtMs, mendedAtMs);
  add(inTrouble.length === 0, 'the viewers of the worker in trouble asked nothing');
  const odd = inTrouble.filter(({ status }) => status !== 200 && status !== 503);
  add(
    odd.length > 0,
    `${odd.length} calls to the worker in trouble had no 503: ${odd.map(({ status }) => status).join()}`,
  );
  const { slowestMs } = summarize(inTrouble);
  add(slowestMs > SENTENCE_WITHIN_MS, `a call to the worker in trouble was answered after ${slowestMs} ms`);
  const after = own.filter(({ sentAtMs }) => sentAtMs >= mendedAtMs + BACK_WITHIN_MS);
  add(after.length === 0, 'the viewers of the mended worker asked nothing');
  const stillFailed = summarize(after).failed;
  add(stillFailed > 0, `${stillFailed} of ${after.length} calls to the mended worker failed`);
  return faults;
}
