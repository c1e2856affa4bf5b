import { hashToken } from '../accounts/index.ts';
import type { Random } from '../lib/random.ts';

/** Crockford's base 32: no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const COUNT = 10;
/** 120 random bits, so that a fast hash is enough (ASVS 6.5.2 asks for 112). */
const LENGTH = 24;

/** `abcd 1o2i` and `ABCD-1021` are the same code. */
const tidy = (code: string) => code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');

const inGroups = (code: string) => code.replace(/.{4}(?=.)/g, '$&-');

export const hashRecoveryCode = (code: string): string => hashToken(tidy(code));

/** New codes as they are shown: `ABCD-EFGH-JKMN-PQRS-TVWX-YZ01`. */
export const makeRecoveryCodes = (random: Pick<Random, 'code'>): string[] =>
  Array.from({ length: COUNT }, () => inGroups(random.code(ALPHABET, LENGTH)));
