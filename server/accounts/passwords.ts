import { hash, verify } from '@node-rs/argon2';
import { bounded } from '../lib/bounded.ts';

/** argon2id by OWASP: 19 MiB, 2 passes, 1 lane. About 25 ms of one core. */
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** Half of the process's four worker threads: a storm of sign-ins must not keep files and names from being read. */
const AT_ONCE = 2;

/** A hash of nothing anybody knows, with the same cost, so that an unknown e-mail takes as long as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$oCPcgt+0/RUxYNll77DWzg$7CAdu4bZtAFWp2xeFGTGouwuh/Z1XUch2f7jGeF9bEg';

const inLine = bounded(AT_ONCE);

export const hashPassword = (password: string): Promise<string> => inLine(() => hash(password, cost));

/** Whether the password is the hashed one; false, after the same time, where there is no hash. */
export async function isPasswordOf(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await inLine(() => verify(passwordHash ?? NOBODYS_HASH, password));
  return isRight && passwordHash !== undefined;
}
