import { AsyncLocalStorage } from 'node:async_hooks';
import { DefaultQueryExecutor, TransactionBuilder, type Transaction } from 'kysely';
import { expect } from 'vitest';
import { testDatabaseUrl } from './server/server-database.ts';

/* Pairs of calls that meet. A call that judges by what it read earlier must notice what another call wrote since. */

/** One call while it runs. */
interface Running {
  /** Called before each transaction and each single statement that writes. */
  beforeWrite(): Promise<void>;
  isInTransaction: boolean;
}

const running = new AsyncLocalStorage<Running>();

const WRITTEN = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?(\w+)/i;

/** Counters of limits are one statement each, and mails leave later: nobody judges by what was read before. */
const UNJUDGED = new Set(['rate_limits', 'outbox']);

const isJudged = (statement: string): boolean => {
  const [, table] = WRITTEN.exec(statement) ?? [];
  return table !== undefined && !UNJUDGED.has(table);
};

/** Hooks into the query builder, which both engines share: production code needs no switch for tests. */
function install(): void {
  const { executeQuery } = DefaultQueryExecutor.prototype;
  DefaultQueryExecutor.prototype.executeQuery = async function (query) {
    const own = running.getStore();
    if (own && !own.isInTransaction && isJudged(query.sql)) await own.beforeWrite();
    return executeQuery.call(this, query) as never;
  };
  const { execute } = TransactionBuilder.prototype as TransactionBuilder<unknown>;
  TransactionBuilder.prototype.execute = async function <T>(
    this: TransactionBuilder<unknown>,
    work: (tx: Transaction<unknown>) => Promise<T>,
  ): Promise<T> {
    const own = running.getStore();
    if (!own) return execute.call(this, work) as Promise<T>;
    await own.beforeWrite();
    return execute.call(this, (tx) => running.run({ ...own, isInTransaction: true }, () => work(tx))) as Promise<T>;
  };
}

// Test files of a worker share modules and prototypes.
const INSTALLED = Symbol.for('bora.in-every-order');
if (!(INSTALLED in globalThis)) install();
Object.assign(globalThis, { [INSTALLED]: true });

/** An answer of any kind of call. */
interface Answered {
  readonly status: number;
  readonly error?: { code: string };
}

/** Sends a call. @returns its answer, or nothing for what always succeeds, such as the clock. */
type Act<S> = (state: S) => Promise<Answered> | void;

/** The status of a call that succeeded, or the code of its error. */
type Said = number | string;
type Both = readonly [one: Said, other: Said];

export interface Pair<S> {
  /** Makes a state of its own for each run. */
  fresh(): Promise<S>;
  one: Act<S>;
  other: Act<S>;
  /** What the server says afterwards. It must be comparable: without ids, tokens and instants. */
  read(state: S): Promise<unknown>;
  /** What both answer when `one` comes first, and when `other` does. */
  serially: [oneFirst: Both, otherFirst: Both];
  /** One server lets these calls wait for each other in its memory: neither can run inside the other. */
  isQueued?: boolean;
}

/** How often both calls start at the same time. The embedded engine runs one statement at a time, always in the same order. */
const ROUNDS = testDatabaseUrl === undefined ? 1 : 3;

/** A refused call may give another reason when it began before the other call; a failure of the server is never right. */
const gist = (said: Said) =>
  typeof said === 'number' || said === 'INTERNAL' || said === 'OVERLOADED' ? said : 'refused';

/**
 * Runs two calls one after the other in both orders; one in the middle of the other, before each of its writes, both
 * ways; and both at the same time. Each run has a state of its own.
 *
 * @throws AssertionError when a run ends in a way in which neither order does.
 */
export async function inEveryOrder<S>(pair: Pair<S>): Promise<void> {
  const { fresh, one, other, read, serially, isQueued = false } = pair;

  const say = async (act: Act<S>, state: S): Promise<Said> => {
    const answer = await act(state);
    if (!answer) return 204;
    return answer.status < 400 ? answer.status : (answer.error?.code ?? 'INTERNAL');
  };
  /** @param atWrite runs before each write of the call, with their number so far. */
  const watch = async (act: Act<S>, state: S, atWrite: (count: number) => Promise<unknown> | undefined) => {
    let writes = 0;
    let isOver = false;
    const beforeWrite = async () => {
      if (isOver) return;
      writes += 1;
      await atWrite(writes);
    };
    const said = await running.run({ beforeWrite, isInTransaction: false }, () => say(act, state));
    // The server may go on after its answer, for example with mails.
    isOver = true;
    return { said, writes };
  };
  const outcomeOf = async (said: Both, state: S) => ({ said: said.map(gist), left: await read(state) });

  const inOrder = async (first: Act<S>, second: Act<S>, sort: (said: Both) => Both) => {
    const state = await fresh();
    const { said, writes } = await watch(first, state, () => undefined);
    const both = sort([said, await say(second, state)]);
    return { writes, said: both, outcome: await outcomeOf(both, state) };
  };
  const inside = async (outer: Act<S>, inner: Act<S>, before: number) => {
    const state = await fresh();
    let met: Promise<Said> | undefined;
    const meet = () => (met ??= running.exit(() => say(inner, state)));
    const { said } = await watch(outer, state, (count) => (count === before ? meet() : undefined));
    return { state, said: [said, await meet()] as const };
  };
  const asGiven = (said: Both) => said;
  const reversed = ([first, second]: Both): Both => [second, first];

  const forward = await inOrder(one, other, asGiven);
  const backward = await inOrder(other, one, reversed);
  expect([forward.said, backward.said]).toEqual(serially);
  expect(forward.writes + backward.writes, 'writes between which the other call may come').toBeGreaterThan(0);
  const serial = [forward.outcome, backward.outcome];
  const check = async (how: string, said: Both, state: S) =>
    expect(serial, how).toContainEqual(await outcomeOf(said, state));

  for (let write = 1; write <= forward.writes && !isQueued; write += 1) {
    const { said, state } = await inside(one, other, write);
    await check(`\`other\` comes before write ${write} of \`one\``, said, state);
  }
  for (let write = 1; write <= backward.writes && !isQueued; write += 1) {
    const { said, state } = await inside(other, one, write);
    await check(`\`one\` comes before write ${write} of \`other\``, reversed(said), state);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const state = await fresh();
    const isForward = round % 2 === 0;
    const acts = isForward ? ([one, other] as const) : ([other, one] as const);
    const [first, second] = await Promise.all([say(acts[0], state), say(acts[1], state)]);
    await check('both at once', isForward ? [first, second] : [second, first], state);
  }
}
