import type { Clock } from '#src/lib/clock.ts';
import { outcomeOf, type Entry, type Ledger } from './ledger.ts';
import type { HttpAnswer, Network } from './network.ts';

const TOKEN = /name="form_token" value="([^"]+)"/;
const IS_PAID = /결제가 끝났어요/;

/** Waits between two tries of somebody whose page did not load, in seconds, and how often they try. */
const AGAIN_AFTER_SECONDS = 5;
const TRIES = 4;

export interface PhoneOptions {
  network: Network;
  clock: Clock;
  wait(seconds: number): Promise<void>;
  ledger: Ledger;
  owner: Pick<Entry, 'television' | 'accountId' | 'profileId'>;
}

/**
 * Pays an order on the phone's page, and again while no answer says that it is paid.
 *
 * @param checkout address in the QR code.
 */
export async function payOnPhone(checkout: string, orderId: string, options: PhoneOptions): Promise<void> {
  const { network, clock, wait, ledger, owner } = options;
  const path = new URL(checkout).pathname;
  const open = (cookie: string): Promise<HttpAnswer> =>
    network.send({ method: 'GET', path, headers: cookie === '' ? {} : { cookie } });

  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await wait(AGAIN_AFTER_SECONDS);
    const page = await open('').catch(() => undefined);
    if (page === undefined || page.status !== 200) continue;
    const entry: Entry = {
      ...owner,
      call: 'pay',
      params: { orderId },
      body: null,
      sentAtMs: clock.now(),
      settledAtMs: null,
      outcome: 'doubtful',
      status: 0,
    };
    const settle = (status: number, outcome: Entry['outcome']) => {
      Object.assign(entry, { status, outcome, settledAtMs: clock.now() });
      ledger.entries.push(entry);
    };
    if (IS_PAID.test(page.body)) return settle(200, 'acknowledged');
    const token = TOKEN.exec(page.body)?.[1];
    // Cancelled, or too late.
    if (token === undefined) return;
    const [cookie = ''] = (page.headers['set-cookie'] ?? '').split(';');
    try {
      const answer = await network.send({
        method: 'POST',
        path,
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ form_token: token, action: 'approve' }).toString(),
      });
      if (outcomeOf(answer.status) !== 'acknowledged') {
        settle(answer.status, outcomeOf(answer.status));
        continue;
      }
      const paid = await open(cookie);
      // The redirect alone does not say whether the order was paid.
      settle(paid.status, paid.status === 200 && IS_PAID.test(paid.body) ? 'acknowledged' : 'doubtful');
      if (entry.outcome === 'acknowledged') return;
    } catch {
      settle(0, 'doubtful');
    }
  }
}
