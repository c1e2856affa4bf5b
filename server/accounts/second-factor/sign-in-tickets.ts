import { createHmac, timingSafeEqual } from 'node:crypto';
import { findAccountById } from '#server/accounts/store.ts';
import type { Connection } from '#server/db/open.ts';
import type { AccountRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';

/** How long a page may ask for the code after the password was right, in ms; a mailed code lives as long. */
const LIVES_MS = 600_000;

/** The account's id, the end in ms, and the signature. */
const TICKET = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,15})\.([\w-]{43})$/;

/** Stands for a right password in the second step of a sign-in on a page; ends with the password. */
export interface SignInTickets {
  make(account: AccountRow): Promise<string>;
  find(ticket: string): Promise<AccountRow | undefined>;
}

export function createSignInTickets(options: {
  db: Connection;
  clock: Clock;
  /** Key that signs tickets, the same in all processes. */
  findSecret(): Promise<string>;
}): SignInTickets {
  const { db, clock, findSecret } = options;
  const sign = async ({ id, password_hash: passwordHash }: AccountRow, end: string) =>
    createHmac('sha256', await findSecret())
      .update(`sign-in\n${id}\n${end}\n${passwordHash}`)
      .digest('base64url');
  return {
    async make(account) {
      const end = String(clock.now().getTime() + LIVES_MS);
      return `${account.id}.${end}.${await sign(account, end)}`;
    },
    async find(ticket) {
      const [, id, end, signature] = TICKET.exec(ticket) ?? [];
      if (id === undefined || end === undefined || signature === undefined) return undefined;
      if (Number(end) <= clock.now().getTime()) return undefined;
      const account = await findAccountById(db, id);
      if (!account) return undefined;
      return timingSafeEqual(Buffer.from(await sign(account, end)), Buffer.from(signature)) ? account : undefined;
    },
  };
}
