import { CSRF_HEADER } from '#contract/console/endpoint.ts';
import { consoleSignIn, consoleSessionSchema } from '#contract/console/staff.ts';
import { addVoucher, voucherSchema, type NewVoucher } from '#contract/console/vouchers.ts';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { serverUrl } from '#tests/support/server/server-url.ts';

/** Makes a code as an owner does in the console. */
export async function makeVoucher(gives: NewVoucher['gives']): Promise<string> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(serverUrl() + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const signedIn = await post(consoleSignIn.path, DEMO_OWNER);
  const { csrf_token: csrf } = consoleSessionSchema.parse(await signedIn.json());
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
  const made = await post(
    addVoucher.path,
    { name: '시험', max_uses: 1, ends_at: new Date(Date.now() + 86_400_000).toISOString(), gives },
    { cookie, [CSRF_HEADER]: csrf },
  );
  return voucherSchema.parse(await made.json()).code;
}
