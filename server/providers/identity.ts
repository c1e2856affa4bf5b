import { createHmac, timingSafeEqual } from 'node:crypto';

/** Result of a provider's check: only whether the person is an adult. */
export type IdentityOutcome = 'adult' | 'minor' | 'cancelled';

export interface IdentityAnswer {
  /** The value given to `begin`. */
  state: string;
  outcome: IdentityOutcome;
}

/** A service that checks the age of a person on a page of its own, and sends the browser back with its answer. */
export interface IdentityProvider {
  /**
   * Address of the provider's page.
   *
   * @param state names the proof; comes back with the answer.
   * @param returnUrl where the provider sends the browser.
   */
  begin(asked: { state: string; returnUrl: string }): Promise<string>;
  /** The answer in the query of the return; undefined when it was not signed by the provider, or is too old. */
  readReturn(query: Readonly<Record<string, string>>, now: Date): IdentityAnswer | undefined;
  close?(): Promise<void>;
}

/** An answer is good for this long, in ms. */
const ANSWER_LIVES_MS = 10 * 60_000;

const signatureOf = (secret: string, { state, outcome }: IdentityAnswer, at: number) =>
  createHmac('sha256', secret).update(`${state}\n${outcome}\n${at}`).digest('base64url');

const isEqual = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const isOutcome = (text: string | undefined): text is IdentityOutcome =>
  text === 'adult' || text === 'minor' || text === 'cancelled';

/** The address to which a provider sends the browser back. */
export function signedReturn(
  { returnUrl, secret, at }: { returnUrl: string; secret: string; at: number },
  answer: IdentityAnswer,
): string {
  const url = new URL(returnUrl);
  const { state, outcome } = answer;
  for (const [name, value] of Object.entries({ state, outcome, at: String(at) })) url.searchParams.set(name, value);
  url.searchParams.set('signature', signatureOf(secret, answer, at));
  return url.href;
}

/** A provider that signs its answers with a secret that it shares with this server. */
export const createSignedIdentity = ({
  address,
  secret,
}: {
  /** Address of the provider's page. */
  address: () => Promise<string>;
  secret: string;
}): IdentityProvider => ({
  async begin({ state, returnUrl }) {
    const url = new URL(await address());
    url.searchParams.set('state', state);
    url.searchParams.set('return_url', returnUrl);
    return url.href;
  },
  readReturn({ state, outcome, at, signature }, now) {
    if (state === undefined || !isOutcome(outcome) || signature === undefined || !/^\d{1,15}$/.test(at ?? '')) return;
    const answer = { state, outcome };
    if (!isEqual(signature, signatureOf(secret, answer, Number(at)))) return undefined;
    return Math.abs(now.getTime() - Number(at)) <= ANSWER_LIVES_MS ? answer : undefined;
  },
});
