import { setTimeout as wait } from 'node:timers/promises';
import type { EndpointName } from '#contract/endpoints.ts';
import type { CallOptions } from '#tests/support/contract-call.ts';
import type { Reply, Way } from './way.ts';

export interface Viewer {
  email: string;
  /** Token of the account. */
  token: string;
  profileId: string;
  profileToken: string;
  /** Links of the files that were read. */
  files: Set<string>;
}

export const PASSWORD = 'cloud-lantern-26';
const WAITS_MS = 60_000;

/** @throws Error when the call did not succeed. */
export async function must(way: Way, name: EndpointName, options: CallOptions = {}): Promise<Reply> {
  const reply = await way.call(name, options);
  if (reply.status >= 300) throw new Error(`${name} was answered with ${reply.status}: ${reply.bytes.toString()}`);
  return reply;
}

/** What fits in the newest mails and is not known yet; mails are sent by a worker. */
async function fromMail(way: Way, to: string, part: RegExp, known: ReadonlySet<string>): Promise<string> {
  const path = `/dev/mail.json?to=${encodeURIComponent(to)}`;
  for (const last = Date.now() + WAITS_MS; Date.now() < last; await wait(200)) {
    const { json } = await way.send({ method: 'GET', path, isRepeatable: true });
    const { results = [] } = (json ?? {}) as { results?: { text: string }[] };
    for (const { text } of results) {
      const found = part.exec(text)?.[1];
      if (found !== undefined && !known.has(found)) return found;
    }
  }
  throw new Error(`No mail with ${part.source} came to ${to}`);
}

/** Makes an account with a profile, and signs it in. */
export async function signUp(way: Way, email: string): Promise<Viewer> {
  await must(way, 'requestEmailCode', { body: { email } });
  const auth_code = await fromMail(way, email, /^코드: (\w+)$/m, new Set());
  const body = { email, password1: PASSWORD, password2: PASSWORD, auth_code, device: { platform: 'web' } };
  const { token } = (await must(way, 'signUp', { body })).json as { token: string };
  const { results } = (await must(way, 'listProfiles', { token })).json as { results: { id: string }[] };
  const profileId = results[0]!.id;
  const chosen = await must(way, 'getProfileToken', { token, params: { id: profileId } });
  return { email, token, profileId, profileToken: (chosen.json as { token: string }).token, files: new Set() };
}

/** Rows of the account's tables, as its file has them (docs/account-file.md). */
export type AccountFile = Readonly<Record<string, readonly Record<string, unknown>[]>>;

/** The file of an account, which says everything that is stored about it. An account may have three of them in a day. */
export async function readAccountFile(way: Way, { email, token, files }: Viewer): Promise<AccountFile> {
  await must(way, 'exportAccount', { token });
  const link = await fromMail(way, email, /(\/account-file\?token=[\w-]+)/, files);
  files.add(link);
  const { status, json } = await way.send({ method: 'GET', path: link, isRepeatable: true });
  if (status !== 200) throw new Error(`The file of ${email} was answered with ${status}`);
  return json as AccountFile;
}
