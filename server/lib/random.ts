import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** Where ids and secrets come from. */
export interface Random {
  uuid(): string;
  /** 256 random bits as text that fits in a header and in an address. */
  secret(): string;
  /** Characters of an alphabet, each as likely as the others: for codes that people type. */
  code(alphabet: string, length: number): string;
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  secret: () => randomBytes(32).toString('base64url'),
  code: (alphabet, length) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
};
