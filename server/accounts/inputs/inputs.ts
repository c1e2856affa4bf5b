import { LRUCache } from 'lru-cache';
import { INPUT_LIVES_SECONDS, type Input, type InputField } from '#contract/inputs.ts';
import { hashToken } from '#server/accounts/index.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { InputRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import type { Random } from '#server/lib/random.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import { applyChange, PLAIN_FIELD, tidyTyped, type Change } from './input-rules.ts';
import { presentInput } from './present.ts';
import { createCodeKeys, openText, sealText, type CodeKeys } from './sealed-text.ts';
import { findInput, insertInput, lockInput, removeInput, updateInput } from './store.ts';
import type { WaitingCalls } from './waiting-calls.ts';

/** Consonants and digits that are not mistaken for each other: 27 characters, 2.8e11 codes of eight. */
const ALPHABET = 'BCDFGHJKMNPQRSTVWXZ23456789';
const CODE_LENGTH = 8;
const MAXIMUM_DRAWS = 3;

const openedPerAddress = { count: 240, windowSeconds: 600 };
/** Unknown codes per address: viewers mistype a few. */
const wrongCodesPerAddress = { count: 60, windowSeconds: 600 };
/** Remembered pairs of address and code; each saves its next calls the count of wrong codes. */
const MAXIMUM_KNOWN = 20_000;

/** How a call names an input: the code as typed, the token that it carries, and the caller's key in limits. */
export interface InputCaller {
  code: string;
  token: string | null;
  address: string;
}

export interface Inputs {
  /** @throws TOO_MANY_REQUESTS */
  open(given: {
    field?: InputField | undefined;
    text?: string | undefined;
    token: string | null;
    address: string;
  }): Promise<string>;
  /** Waits for a revision after `after`, if given. @throws NOT_FOUND, TOO_MANY_REQUESTS */
  get(caller: InputCaller, after: number | undefined): Promise<Input>;
  /** Tells the television that a phone has opened the page. @throws NOT_FOUND, TOO_MANY_REQUESTS */
  join(caller: InputCaller): Promise<Input>;
  /** @throws NOT_FOUND, TOO_MANY_REQUESTS */
  write(caller: InputCaller, change: Change & { text: string }): Promise<Input>;
  /** Only for the owner. @throws NOT_FOUND, TOO_MANY_REQUESTS */
  change(
    caller: InputCaller,
    changes: { field?: InputField | undefined; text?: string | undefined; problem?: string | null | undefined },
  ): Promise<Input>;
  /** Only for the owner. @throws NOT_FOUND, TOO_MANY_REQUESTS */
  close(caller: InputCaller): Promise<undefined>;
}

/** The stored form of a code that somebody typed. */
const normalizeCode = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

const columnsOf = ({ name, kind, done_label, max_length }: InputField) => ({
  field_name: name,
  kind,
  done_label,
  max_length,
});

/** Text fields of televisions that phones type into. */
export function createInputs(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
  waiting: WaitingCalls;
}): Inputs {
  const { db, transact, clock, random, limits, waiting } = options;
  const keysOf = createCodeKeys();
  /** Pairs of an address and a code that it has used. */
  const known = new LRUCache<string, true>({ max: MAXIMUM_KNOWN });

  const isOwner = ({ owner_hash: ownerHash }: InputRow, token: string | null) =>
    ownerHash === null || (token !== null && hashToken(token) === ownerHash);

  /**
   * The row of a code, found by `find`. Codes that an address has not used yet count as wrong until they are found, so
   * that an address over its limit cannot try any.
   */
  const checkAlive = (row: InputRow | undefined): InputRow =>
    row && row.expires_at > clock.now() ? row : fail('NOT_FOUND');

  /**
   * Codes that an address has not used yet count as wrong until they are found, so that an address over its limit cannot
   * try any. Not inside a transaction: the limits have their own.
   */
  const admit = async ({ code, address }: InputCaller): Promise<CodeKeys> => {
    const typed = normalizeCode(code);
    const pair = `${address} ${hashToken(typed)}`;
    if (known.get(pair)) return keysOf(typed, address);
    // Before the keys, which cost a thread's time.
    const tries = await limits.take([{ key: `input-code:wrong-from:${address}`, ...wrongCodesPerAddress }]);
    if (typed.length !== CODE_LENGTH) fail('NOT_FOUND');
    const keys = await keysOf(typed, address);
    checkAlive(await findInput(db, keys.hash));
    known.set(pair, true);
    await tries.giveBack();
    return keys;
  };

  const toInput = (caller: InputCaller, { key }: CodeKeys, row: InputRow): Input =>
    presentInput(row, {
      code: normalizeCode(caller.code),
      text: openText(key, row.sealed_text),
      isOwner: isOwner(row, caller.token),
    });

  /** Changes the row under a lock, then wakes the calls that wait for it. */
  const changeRow = async (
    caller: InputCaller,
    change: (row: InputRow, seal: (text: string, maximum: number) => string) => Partial<InputRow> | undefined,
  ): Promise<Input> => {
    const keys = await admit(caller);
    const { hash: codeHash, key } = keys;
    const seal = (text: string, maximum: number) => sealText(key, tidyTyped(text, maximum), random);
    const { row, isChanged } = await transact(async (tx) => {
      const found = checkAlive(await lockInput(tx, codeHash));
      const changes = change(found, seal);
      if (!changes) return { row: found, isChanged: false };
      const { writers, ...others } = changes;
      await updateInput(tx, codeHash, { ...others, ...(writers && { writers: JSON.stringify(writers) }) });
      return { row: { ...found, ...changes }, isChanged: true };
    });
    if (isChanged) waiting.wake(codeHash);
    return toInput(caller, keys, row);
  };

  return {
    async open({ field = PLAIN_FIELD, text = '', token, address }) {
      await limits.take([{ key: `input:address:${address}`, ...openedPerAddress }]);
      const now = clock.now();
      for (let draws = 0; draws < MAXIMUM_DRAWS; draws += 1) {
        const code = random.code(ALPHABET, CODE_LENGTH);
        const { hash, key } = await keysOf(code, address);
        const isInserted = await insertInput(db, {
          ...columnsOf(field),
          code_hash: hash,
          owner_hash: token === null ? null : hashToken(token),
          field_number: 0,
          sealed_text: sealText(key, tidyTyped(text, field.max_length), random),
          revision: 0,
          writers: '[]',
          cnt_done: 0,
          problem: null,
          is_joined: false,
          created_at: now,
          expires_at: new Date(now.getTime() + INPUT_LIVES_SECONDS * 1000),
        });
        if (isInserted) return code;
      }
      throw new Error('no free input code');
    },

    async get(caller, after) {
      const keys = await admit(caller);
      const { hash: codeHash } = keys;
      const row = checkAlive(await findInput(db, codeHash));
      if (after === undefined || row.revision > after) return toInput(caller, keys, row);
      await waiting.wait({ codeHash, revision: after, address: caller.address });
      return toInput(caller, keys, checkAlive(await findInput(db, codeHash)));
    },

    join: (caller) =>
      changeRow(caller, (row) => (row.is_joined ? undefined : { is_joined: true, revision: row.revision + 1 })),

    write: (caller, { text, ...given }) =>
      changeRow(caller, (row, seal) => {
        const applied = applyChange(row, given);
        const isJoined = row.is_joined || !isOwner(row, caller.token);
        return applied && { ...applied, is_joined: isJoined, sealed_text: seal(text, row.max_length) };
      }),

    change: (caller, { field, text = '', problem }) =>
      changeRow(caller, (row, seal) => {
        if (!isOwner(row, caller.token)) fail('NOT_FOUND');
        const next = field && {
          ...columnsOf(field),
          field_number: row.field_number + 1,
          sealed_text: seal(text, field.max_length),
          problem: null,
        };
        return { revision: row.revision + 1, ...next, ...(problem !== undefined && { problem }) };
      }),

    async close(caller) {
      const { hash: codeHash } = await admit(caller);
      await transact(async (tx) => {
        if (!isOwner(checkAlive(await lockInput(tx, codeHash)), caller.token)) fail('NOT_FOUND');
        await removeInput(tx, codeHash);
      });
      waiting.wake(codeHash);
      return undefined;
    },
  };
}
