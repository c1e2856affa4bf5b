import { randomUUID } from 'node:crypto';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeToken, tokenKeyOf } from '#server/accounts/tokens.ts';
import { ofAccounts } from '#server/db/of-accounts.ts';
import { systemRandom } from '#server/lib/random.ts';

describe('a token', () => {
  it('says whose it is, in characters that a header may have', () => {
    const accountId = randomUUID();
    const token = makeToken(accountId, systemRandom);
    expect(token).toMatch(/^[\w.-]{1,200}$/);
    expect(tokenKeyOf(token)?.accountId).toBe(accountId);
  });

  it.each([
    systemRandom.secret(),
    '',
    '.',
    `${'a'.repeat(21)}.${systemRandom.secret()}`,
    `${'a'.repeat(22)}.${'b'.repeat(42)}`,
    `${'a'.repeat(22)}.${systemRandom.secret()}.x`,
  ])('a token of another form is unknown: %s', (token) => {
    expect(tokenKeyOf(token)).toBeUndefined();
  });
});

describe('a statement about several keys', () => {
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (any) => new PostgresIntrospector(any),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const compile = (accountIds: readonly string[]) =>
    sql`where ${ofAccounts(accountIds, 'orders.account_id', 'accounts.id')}`.compile(db);

  it('names the account on every table if all keys are of one account', () => {
    const { sql: text, parameters } = compile(['one', 'one']);
    expect(text).toBe('where "orders"."account_id" = $1 and "accounts"."id" = $2');
    expect(parameters).toEqual(['one', 'one']);
  });

  it.each([
    ['several accounts', ['one', 'other']],
    ['nobody', []],
  ])('leaves the choice to its joins for %s', (_name, accountIds) => {
    expect(compile(accountIds).sql).toBe('where true /* several accounts */');
  });
});
