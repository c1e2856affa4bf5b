// @vitest-environment jsdom
import { drawWithoutBrowser } from '#tests/support/console/without-browser.ts';
import { expect, test } from 'vitest';
import { openPage } from '#tests/support/console/press-all.ts';
import { SCENES } from '#tests/support/console/scenes.ts';
import { layWire } from '#tests/support/console/wire.ts';
import { answerTo, type ConsoleCall } from '#tests/support/console/world.ts';

/* What changes by itself is read again while one of its things is under way, whatever the others are. */

drawWithoutBrowser();

const { payment } = (answerTo('listSupportedOrders') as { results: { payment: object }[] }).results[0]!;
const told = (isDone: boolean) => ({ told: { cnt_account: 2, is_done: isDone } });

interface Work {
  readonly page: string;
  readonly key: readonly string[];
  readonly call: ConsoleCall;
  readonly part?: string;
  readonly over: object;
  readonly begun: object;
  readonly idle: number | false;
}

test.each<Work>([
  {
    ...{ page: 'automation', key: ['webhooks', 'messages'], call: 'listWebhookMessages' },
    ...{ over: { state: 'taken' }, begun: { state: 'waiting' }, idle: false },
  },
  {
    ...{ page: 'media', key: ['media', 'list'], call: 'listMediaJobs' },
    ...{ over: { state: 'done' }, begun: { state: 'running' }, idle: 15_000 },
  },
  {
    ...{ page: 'media', key: ['media', 'inbox'], call: 'getInbox', part: 'files' },
    ...{ over: { state: 'ready' }, begun: { state: 'receiving' }, idle: 15_000 },
  },
  {
    ...{ page: 'requests', key: ['requests'], call: 'listRequestedTitles' },
    ...{ over: told(true), begun: told(false), idle: false },
  },
  {
    ...{ page: 'an account', key: ['accounts'], call: 'listSupportedOrders' },
    ...{ over: { payment: null }, begun: { payment: { ...payment, refund: 'due' } }, idle: false },
  },
  {
    ...{ page: 'an episode', key: ['tracks'], call: 'getEpisodeTracks', part: 'readings' },
    ...{ over: { state: 'failed' }, begun: { state: 'reading' }, idle: false },
  },
])('$page: $call is asked again while one thing is under way', async (work) => {
  const { page, key, call, part = 'results', over, begun, idle } = work;
  const scene = SCENES[page]!;
  const usual = answerTo(call) as Readonly<Record<string, readonly object[]>>;
  const intervalOf = async (changes: readonly object[]) => {
    const rows = usual[part]!.map((row, index) => ({ ...row, ...changes[index] }));
    const answer = { ...usual, sound_jobs: [], proposals: [], [part]: rows };
    const wire = layWire({ ...scene, answers: { ...scene.answers, [call]: () => answer } });
    const queries = (await openPage(scene, wire)).getQueryCache().findAll({ queryKey: key });
    const intervals = queries.map((query) => {
      const interval = query.observers[0]?.options.refetchInterval;
      return typeof interval === 'function' ? interval(query) : interval;
    });
    return intervals.find((interval) => interval !== undefined);
  };
  expect(await intervalOf([over, over, over])).toBe(idle);
  const often = await intervalOf([over, begun, over]);
  expect(often).toBeGreaterThanOrEqual(1000);
  expect(often).toBeLessThanOrEqual(5000);
});
