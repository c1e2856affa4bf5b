import type { FastifyInstance, InjectOptions } from 'fastify';
import { CSRF_HEADER, type ConsoleEndpoint, type StaffRole } from '#contract/console/endpoint.ts';
import { consoleErrorReplySchema } from '#contract/console/errors.ts';
import { acceptStaffLink, consoleSessionSchema, readStaffLink } from '#contract/console/staff.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createTransact, type Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createStaffOperations } from '#server/staff/staff.ts';
import { codeAt, stepOf } from '#server/lib/totp.ts';
import { recordNothing } from './server/record-nothing.ts';

export const STAFF_PASSWORD = 'bora-staff-1';

/** The caller: a browser with its cookie, or a client with other headers. */
export interface Browser {
  cookie?: string | undefined;
  csrf?: string | undefined;
  headers?: Record<string, string>;
}

export interface ConsoleCallOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
}

export interface ConsoleAnswer<T> {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** Throws when the call failed. */
  reply: T;
  /** Throws when the call succeeded. */
  error: { code: string; message: string };
}

export type CallConsole = <const E extends ConsoleEndpoint>(
  endpoint: E,
  browser: Browser,
  options?: ConsoleCallOptions,
) => Promise<ConsoleAnswer<ReplyOf<E>>>;

const cookieOf = (header: unknown) => String(header).split(';')[0];

/** Calls of the console without a socket; checks every answer that a test reads against the contract. */
export const createCallConsole =
  (app: FastifyInstance): CallConsole =>
  async (endpoint, { cookie, csrf, headers }, { params = {}, query = {}, body } = {}) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    const response = await app.inject({
      method: endpoint.method,
      url: search === '' ? path : `${path}?${search}`,
      headers: {
        ...(cookie !== undefined && { cookie }),
        ...(csrf !== undefined && { [CSRF_HEADER]: csrf }),
        ...headers,
      },
      ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
    });
    const { statusCode: status } = response;
    return {
      status,
      headers: response.headers,
      text: response.body,
      get reply() {
        if (status >= 300) throw new Error(`${status}: ${response.body}`);
        return (endpoint.reply ? endpoint.reply.parse(JSON.parse(response.body)) : undefined) as never;
      },
      get error() {
        if (status < 400) throw new Error(`no failure: ${status}`);
        return consoleErrorReplySchema.parse(JSON.parse(response.body));
      },
    };
  };

export interface Member extends Required<Omit<Browser, 'headers'>> {
  id: string;
  email: string;
  /** Secret of the authenticator app. */
  secret: string;
  recoveryCodes: string[];
}

/** Members of staff in a test, each signed in by a link. */
export function createMembers({ app, db, clock }: { app: FastifyInstance; db: Connection; clock: Clock }) {
  const call = createCallConsole(app);
  const staff = createStaffOperations({
    db,
    transact: createTransact(db),
    clock,
    random: systemRandom,
    publicUrl: () => 'http://bora.test',
    record: recordNothing,
    tell: () => Promise.resolve(),
    actor: 'test',
  });
  let count = 0;

  const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1);
  const codeOf = (secret: string) => codeAt(secret, stepOf(clock.now()));

  return {
    call,
    staff,
    tokenOf,
    codeOf,
    /** Opens a one-time link. @returns the secret of the authenticator app, and the cookie of the browser that may use it. */
    async openLink(link: string) {
      const { reply, headers } = await call(readStaffLink, {}, { body: { token: tokenOf(link) } });
      return { secret: reply.totp_secret, cookie: cookieOf(headers['set-cookie'])! };
    },
    async buildMember(role: StaffRole): Promise<Member> {
      const email = `${role}-${(count += 1)}@bora.example`;
      const { link, staff: added } = await staff.add({ email, role });
      // Without opening the link, which counts for a limit.
      const { link_totp_secret: secret } = await db
        .selectFrom('staff')
        .select('link_totp_secret')
        .where('id', '=', added.id)
        .executeTakeFirstOrThrow();
      const body = { token: tokenOf(link), password: STAFF_PASSWORD, code: codeOf(secret!) };
      const used = await call(acceptStaffLink, {}, { body });
      const session = consoleSessionSchema.parse(used.reply.session);
      return {
        id: added.id,
        email,
        secret: secret!,
        recoveryCodes: used.reply.recovery_codes,
        cookie: cookieOf(used.headers['set-cookie'])!,
        csrf: session.csrf_token,
      };
    },
    cookieOf,
  };
}
