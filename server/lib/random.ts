import { randomBytes, randomUUID } from 'node:crypto';

/** Where ids and secrets come from. */
export interface Random {
  uuid(): string;
  /** 256 random bits as text that fits in a header and in an address. */
  secret(): string;
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  secret: () => randomBytes(32).toString('base64url'),
};
