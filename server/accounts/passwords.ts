import { hash, verify } from '@node-rs/argon2';
import { bounded } from '../lib/bounded.ts';

/** argon2id by OWASP: 19 MiB, 2 passes, 1 lane. About 25 ms of one core. */
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** Half of the process's four worker threads: a storm of sign-ins must not keep files and names from being read. */
export const HASHES_AT_ONCE = 2;
/** Hashes that wait for a thread, over all callers: about three seconds of work. */
export const HASHES_WAITING = 256;

/** A hash of nothing anybody knows, with the same cost, so that an unknown e-mail takes as long as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$oCPcgt+0/RUxYNll77DWzg$7CAdu4bZtAFWp2xeFGTGouwuh/Z1XUch2f7jGeF9bEg';

/** Hashes that the server makes for itself share one line. */
const SERVER = 'server';

/** `who` names the caller, an address or an account: callers take turns, and a flood of one delays no other. */
export interface Passwords {
  /** @throws TOO_MANY_REQUESTS when too many hashes wait. */
  hashPassword(password: string, who?: string): Promise<string>;
  /**
   * Whether the password is the hashed one; false, after the same time, where there is no hash.
   * @throws TOO_MANY_REQUESTS when too many hashes wait.
   */
  isPasswordOf(passwordHash: string | undefined, password: string, who?: string): Promise<boolean>;
}

/** Hashes a few passwords at once; the others wait in line, holding no thread. */
export function createPasswords(argon2: { hash: typeof hash; verify: typeof verify }): Passwords {
  const inLine = bounded({ running: HASHES_AT_ONCE, waiting: HASHES_WAITING });
  return {
    hashPassword: (password, who = SERVER) => inLine(who, () => argon2.hash(password, cost)),
    async isPasswordOf(passwordHash, password, who = SERVER) {
      const isRight = await inLine(who, () => argon2.verify(passwordHash ?? NOBODYS_HASH, password));
      return isRight && passwordHash !== undefined;
    },
  };
}

/** One line for the whole process, whose threads they share. */
export const { hashPassword, isPasswordOf } = createPasswords({ hash, verify });
