import { EXPORT_LIVES_SECONDS } from '#contract/leaving.ts';
import { findAccountById, hashToken, lockAccount } from '../accounts/index.ts';
import type { Caller } from '../accounts/sessions.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { AccountExportRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import { lockCount, secondsUntil } from '#server/accounts/limits/index.ts';
import type { NewMail } from '../mail/outbox.ts';
import { writeAccountFile } from './account-file.ts';
import {
  completeExport,
  findExport,
  findPart,
  hasPendingExport,
  insertExport,
  listFileIds,
  listPendingExports,
  measureFile,
  putPart,
  removeExport,
  removeOtherParts,
  type FileKey,
} from './exports-store.ts';

/** Files of one account: each costs a read of all its rows, and disk for a day. */
const exportsPerAccount = { count: 3, windowSeconds: 24 * 3600 };
/** Tries with unknown tokens per address. */
const wrongLinksPerAddress = { count: 60, windowSeconds: 600 };
/** Length of a stored piece of a file, in characters: a row that a statement reads and writes at once. */
const PART_LENGTH = 128 * 1024;
/** Files of one run. */
const FILES = 50;

/** A file for download. */
export interface FoundFile {
  size: number;
  /** In pieces, so that the file is never in memory as a whole. */
  text(): AsyncGenerator<string>;
}

export interface Exports {
  /** Asks for a file; while one is being made, it asks for nothing more. @throws TOO_MANY_REQUESTS */
  request(caller: Caller): Promise<void>;
  /** The same for support; the mail goes to the account's own address. @throws MissingError, RefusedError */
  requestFor(record: RecordChange, accountId: string): Promise<void>;
  /** The file of a link; undefined when it is unknown or expired. @throws TOO_MANY_REQUESTS */
  find(token: string, address: string): Promise<FoundFile | undefined>;
}

/** Requests for files of all that is stored about an account. A job makes them. */
export function createExports(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
}): Exports {
  const { db, transact, clock, random, limits } = options;

  const limitOf = (accountId: string) => ({ key: `export:${accountId}`, ...exportsPerAccount });

  /**
   * Lets one call after the other look for a pending file of the account.
   *
   * On a cluster the list of files is on the coordinator, and the account's own lock does not do (see `lockCount`).
   *
   * @returns whether the account exists
   */
  const lockRequests = async (tx: Connection, accountId: string): Promise<boolean> => {
    if (!(await lockAccount(tx, accountId))) return false;
    await lockCount(tx, limitOf(accountId).key, clock.now());
    return true;
  };

  /** @returns when the account may ask again; undefined when a file will be made */
  const ask = async (tx: Connection, accountId: string): Promise<Date | undefined> => {
    const refusedUntil = await limits.tryTake([limitOf(accountId)], tx);
    if (refusedUntil) return refusedUntil;
    await insertExport(tx, { id: random.uuid(), account_id: accountId, requested_at: clock.now() });
    return undefined;
  };

  return {
    async request({ account }) {
      const refusedUntil = await transact(async (tx) => {
        if (!(await lockRequests(tx, account.id))) fail('TOKEN_INVALID');
        return (await hasPendingExport(tx, account.id)) ? undefined : ask(tx, account.id);
      });
      if (refusedUntil) fail('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsUntil(refusedUntil, clock.now()) });
    },

    async requestFor(record, accountId) {
      await transact(async (tx) => {
        if (!(await lockRequests(tx, accountId)))
          throw new MissingError('The account was removed.', '없는 이용자예요. 그사이 탈퇴했을 수 있어요.');
        if (await hasPendingExport(tx, accountId))
          throw new RefusedError('A file is being made.', '이미 만들고 있어요. 곧 메일이 도착해요.');
        if (await ask(tx, accountId))
          throw new RefusedError('Three files were made within a day.', '하루에 세 번까지 보낼 수 있어요.');
        await record(tx, {
          action: 'account.export',
          subject: { kind: 'account', id: accountId },
          before: null,
          after: null,
        });
      });
    },

    async find(token, address) {
      const tries = await limits.take([{ key: `export-link:wrong-from:${address}`, ...wrongLinksPerAddress }]);
      const found = await findExport(db, hashToken(token), clock.now());
      if (!found?.file_id) return undefined;
      await tries.giveBack();
      const file = { accountId: found.account_id, fileId: found.file_id };
      return {
        size: (await measureFile(db, file)).bytes,
        async *text() {
          for (let part = 0; ; part += 1) {
            const body = await findPart(db, file, part);
            if (body === undefined) return;
            yield body;
          }
        },
      };
    },
  };
}

export interface MakeExportsOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  /** Adds a mail to the outbox. */
  putMail(tx: Connection, mail: NewMail): Promise<void>;
}

/**
 * Makes the files that were asked for, and mails their links, until none is left or the run is aborted. A file that was cut
 * off is made again from the start.
 *
 * @returns the number of files.
 * @throws Error of the first file that failed, after all others were made.
 */
export async function makeExports(
  { db, transact, clock, random, putMail }: MakeExportsOptions,
  signal: AbortSignal,
): Promise<number> {
  /** Stores the pieces. @returns how many; undefined when the run was aborted */
  const store = async (file: FileKey, account: { id: string; email: string }): Promise<number | undefined> => {
    let part = 0;
    let text = '';
    const put = async () => {
      await putPart(db, file, part, text);
      part += 1;
      text = '';
    };
    for await (const piece of writeAccountFile({ db, account, madeAt: clock.now() })) {
      if (signal.aborted) return undefined;
      text += piece;
      if (text.length >= PART_LENGTH) await put();
    }
    await put();
    return part;
  };

  /** Opens the file to its owner. False when the owner has left. */
  const complete = (wanted: AccountExportRow, file: FileKey, parts: number): Promise<boolean> =>
    transact(async (tx) => {
      const account = await lockAccount(tx, file.accountId);
      if (!account) return false;
      // Another worker, whose lease has expired or just begun, may have removed them.
      if ((await measureFile(tx, file)).parts !== parts) throw new Error('pieces of the file are missing');
      const token = random.secret();
      const expiresAt = new Date(clock.now().getTime() + EXPORT_LIVES_SECONDS * 1000);
      const given = { fileId: file.fileId, tokenHash: hashToken(token), expiresAt };
      if (!(await completeExport(tx, wanted.id, given))) return true;
      await putMail(tx, {
        kind: 'account-export',
        to: account.email,
        content: { kind: 'account-export', token, expiresAt: expiresAt.toISOString() },
        livesSeconds: EXPORT_LIVES_SECONDS,
      });
      return true;
    });

  /** False when the run was aborted, or the owner has left. */
  const make = async (wanted: AccountExportRow): Promise<boolean> => {
    const file = { accountId: wanted.account_id, fileId: random.uuid() };
    await removeOtherParts(db, file.accountId, await listFileIds(db, file.accountId));
    const account = await findAccountById(db, file.accountId);
    const parts = account && (await store(file, account));
    if (account && parts === undefined) return false;
    if (parts !== undefined && (await complete(wanted, file, parts))) return true;
    await removeOtherParts(db, file.accountId, []);
    await removeExport(db, wanted.id);
    return false;
  };

  const failed: unknown[] = [];
  let made = 0;
  for (const wanted of await listPendingExports(db, FILES)) {
    if (signal.aborted) break;
    try {
      if (await make(wanted)) made += 1;
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new Error('an account file is not made', { cause: failed[0] });
  return made;
}
