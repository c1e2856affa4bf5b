import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** Source of ids and secrets. */
export interface Random {
  uuid(): string;
  /** 256 random bits as text that is safe in headers and addresses. */
  secret(): string;
  /** Uniformly random characters of an alphabet, for codes that people type. */
  code(alphabet: string, length: number): string;
  /** Uniform in [0, 1), to spread work over time. */
  fraction(): number;
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  secret: () => randomBytes(32).toString('base64url'),
  code: (alphabet, length) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
  fraction: () => Math.random(),
};
