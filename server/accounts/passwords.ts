import { hash, verify } from '@node-rs/argon2';
import { ServiceError } from '../lib/fail.ts';
import { fairQueue } from '../lib/queues.ts';

/** argon2id as OWASP recommends: 19 MiB, 2 passes, 1 lane. Takes about 25 ms of one core. */
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** Half of libuv's four threads: a burst of sign-ins must not block file reads and DNS. */
export const HASHES_AT_ONCE = 2;
/** Queue limit over all callers: about three seconds of work. */
export const HASHES_WAITING = 256;
/** `retry-after` of callers that a full queue refuses: it takes a few seconds to drain. */
const RETRY_AFTER_SECONDS = 3;

/**
 * A hash that no password matches, with the same cost, so that an unknown e-mail takes as long as a wrong password. Accounts
 * whose owners were invited have it until they choose a password.
 */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$oCPcgt+0/RUxYNll77DWzg$7CAdu4bZtAFWp2xeFGTGouwuh/Z1XUch2f7jGeF9bEg';

const IMPORTED = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{22,86}$/;
/** Bounds of a hash from elsewhere: one that is cheap is no protection, and a dear one stops all sign-ins. */
const IMPORTED_COST = { memory: [7168, 65_536], time: [1, 10], lanes: [1, 4] } as const;

/** Whether a hash that another service made can be checked here. */
export function isImportedHash(hash: string): boolean {
  const [memory, time, lanes] = (IMPORTED.exec(hash) ?? []).slice(1).map(Number);
  const isWithin = (value: number | undefined, [least, most]: readonly [number, number]) =>
    value !== undefined && value >= least && value <= most;
  return (
    isWithin(memory, IMPORTED_COST.memory) && isWithin(time, IMPORTED_COST.time) && isWithin(lanes, IMPORTED_COST.lanes)
  );
}

/** Key of the queue for the server's own hashes. */
const SERVER = 'server';

/**
 * `who` is the caller's address or account: the queue is fair between callers, so one caller's flood delays no other.
 */
export interface Passwords {
  /** @throws TOO_MANY_REQUESTS when too many hashes wait. */
  hashPassword(password: string, who?: string): Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash, false after the same time.
   * @throws TOO_MANY_REQUESTS when too many hashes wait.
   */
  isPasswordOf(passwordHash: string | undefined, password: string, who?: string): Promise<boolean>;
}

/** Runs a few hashes concurrently; the others wait in a queue without occupying a thread. */
export function createPasswords(argon2: { hash: typeof hash; verify: typeof verify }): Passwords {
  const queue = fairQueue(
    { atOnce: HASHES_AT_ONCE, waiters: HASHES_WAITING },
    () => new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  );
  return {
    hashPassword: (password, who = SERVER) => queue.run(() => argon2.hash(password, cost), who),
    async isPasswordOf(passwordHash, password, who = SERVER) {
      const isRight = await queue.run(() => argon2.verify(passwordHash ?? NOBODYS_HASH, password), who);
      return isRight && passwordHash !== undefined;
    },
  };
}

/** One queue for the whole process, because its threads are shared. */
export const { hashPassword, isPasswordOf } = createPasswords({ hash, verify });
