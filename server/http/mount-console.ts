import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  BACKGROUND_HEADER,
  CSRF_HEADER,
  type Allowed,
  TOKEN_PREFIX,
  type ConsoleEndpoint,
  type StaffRole,
} from '#contract/console/endpoint.ts';
import { consoleEndpoints, type ConsoleEndpointName } from '#contract/console/endpoints.ts';
import { consoleErrorReplySchema } from '#contract/console/errors.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import { cookieName, readCookies } from '../lib/cookies.ts';
import { fail, type FailureCode } from '../lib/fail.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '../lib/refused-error.ts';
import type { FindStaffCaller, StaffCaller } from '../staff/sessions.ts';
import type { FindTokenCaller } from '../staff/tokens.ts';
import { addressOf, isFromThisMachine } from './addresses.ts';
import { sessionTokenOf, setConsoleCookie, setSessionCookie } from './console-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    staff: StaffCaller | null;
  }
}

const LINK_COOKIE = 'bora-console-link';
const NO_BYTES = Buffer.alloc(0);

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type PartOf<E extends ConsoleEndpoint, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, z.ZodMiniType> ? Output<E[K]> : undefined;

/** A validated call of the console. */
export interface ConsoleCall<E extends ConsoleEndpoint> {
  params: PartOf<E, 'params'>;
  query: PartOf<E, 'query'>;
  body: PartOf<E, 'body'>;
  /** The file that was sent, for calls with `bytes`; empty if there was none. */
  bytes: E extends { bytes: object } ? Buffer : undefined;
  /** Null for calls that anyone may make. */
  staff: E['allowed'] extends 'anyone' ? null : StaffCaller;
  /** Writes to the audit log in the caller's name. Only for signed-in callers. */
  record: RecordChange;
  /** Where the call came from; `address` is the caller's key in rate limits. */
  origin: { address: string; isLocal: boolean; requestId: string; userAgent: string | undefined };
  /** Signs the browser in, or out with null. */
  setSession(session: { token: string; seconds: number } | null): void;
  /** The cookie of the browser that opened a one-time link. */
  browser: string | undefined;
  setBrowser(browser: { token: string; seconds: number }): void;
}

type AnswerOf<E extends ConsoleEndpoint> = E extends { lines: string }
  ? AsyncIterable<string>
  : E extends { reply: z.ZodMiniType }
    ? ReplyOf<E>
    : void;

/** Registers one call of the console. */
export type MountConsole = <const E extends ConsoleEndpoint>(
  endpoint: E,
  handler: (call: ConsoleCall<E>) => Promise<AnswerOf<E>> | AnswerOf<E>,
) => void;

export interface MountConsoleOptions {
  findStaff: FindStaffCaller;
  findToken: FindTokenCaller;
  recordAs(staff: Pick<StaffCaller, 'id' | 'email'>, requestId: string): RecordChange;
  publicUrl(): string;
  security: SecurityLog;
}

const operationIds = new Map(
  Object.entries(consoleEndpoints).map(([name, endpoint]) => [
    endpoint as ConsoleEndpoint,
    name as ConsoleEndpointName,
  ]),
);

function operationIdOf(endpoint: ConsoleEndpoint): ConsoleEndpointName {
  const name = operationIds.get(endpoint);
  if (name === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is not in contract/console/calls.ts`);
  return name;
}

const mayCall = (role: StaffRole, allowed: Allowed) => typeof allowed === 'string' || allowed.includes(role);

const describeAllowed = ({ allowed, scope }: ConsoleEndpoint) =>
  allowed === 'anyone'
    ? 'Needs no session.'
    : `For ${allowed === 'staff' ? 'every member of staff' : `the roles ${allowed.join(', ')}`}${scope ? `, and for programs with a token of the scope ${scope} (\`authorization: Bearer ${TOKEN_PREFIX}…\`)` : ''}.`;

const headerOf = (request: FastifyRequest, name: string) => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Browsers say which site sends a request; other programs do not, and have no cookie of anybody else. */
function checkSite(request: FastifyRequest): void {
  const site = headerOf(request, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') fail('CSRF_INVALID');
}

/** The token of a program. Browsers send none by themselves, so it needs no token of the page. */
function programTokenOf(request: FastifyRequest): string | undefined {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' && token.startsWith(TOKEN_PREFIX) ? token : undefined;
}

/**
 * Finds the member of staff, or the program, who makes a call.
 *
 * @throws TOKEN_INVALID, CSRF_INVALID, ROLE_REQUIRED, SCOPE_REQUIRED, CONFIRMATION_REQUIRED
 */
export type IdentifyStaff = (
  request: FastifyRequest,
  call: Pick<ConsoleEndpoint, 'allowed' | 'scope' | 'needsCode'> & { method: string },
) => Promise<StaffCaller | null>;

/** Checks session, token of the page and role. `createMountConsole` decorates the requests. */
export function createIdentifyStaff({
  findStaff,
  findToken,
  publicUrl,
  security,
}: Omit<MountConsoleOptions, 'recordAs'>): IdentifyStaff {
  const isSecure = () => publicUrl().startsWith('https:');
  const refuserOf =
    (request: FastifyRequest, staffId: string) =>
    (code: FailureCode, reason: string): never => {
      security.event('staff_refused', { staffId, reason, address: addressOf(request), requestId: request.id });
      return fail(code);
    };
  const identifyProgram = async (
    request: FastifyRequest,
    secret: string,
    { allowed, scope }: Pick<ConsoleEndpoint, 'allowed' | 'scope'>,
  ) => {
    const program = (await findToken(secret)) ?? fail('TOKEN_INVALID');
    const refuse = refuserOf(request, program.id);
    if (scope === undefined || !program.scopes.includes(scope)) refuse('SCOPE_REQUIRED', 'scope');
    if (!mayCall(program.role, allowed)) refuse('ROLE_REQUIRED', 'role');
    return program;
  };
  return async (request, { method, allowed, scope, needsCode = false }) => {
    checkSite(request);
    if (allowed === 'anyone') return null;
    const secret = programTokenOf(request);
    if (secret !== undefined) return identifyProgram(request, secret, { allowed, ...(scope && { scope }) });
    const token = sessionTokenOf(request, isSecure());
    const isBackground = method === 'GET' && headerOf(request, BACKGROUND_HEADER) !== undefined;
    const staff = token ? await findStaff(token, { isBackground }) : undefined;
    if (!staff) fail('TOKEN_INVALID');
    const refuse = refuserOf(request, staff.id);
    if (method !== 'GET' && !isSame(headerOf(request, CSRF_HEADER) ?? '', staff.csrfToken))
      refuse('CSRF_INVALID', 'csrf');
    if (!mayCall(staff.role, allowed)) refuse('ROLE_REQUIRED', 'role');
    if (needsCode && !staff.isConfirmed) fail('CONFIRMATION_REQUIRED');
    return staff;
  };
}

/**
 * Refuses by default: a call runs only if the contract's `allowed` names the caller's role. Viewers' tokens are in another
 * header and another table, so they sign nobody in here.
 */
export function createMountConsole(app: FastifyInstance, options: MountConsoleOptions): MountConsole {
  const { recordAs, publicUrl, security } = options;
  const isSecure = () => publicUrl().startsWith('https:');
  app.decorateRequest('staff', null);

  const identify = createIdentifyStaff(options);

  const callOf = <E extends ConsoleEndpoint>(request: FastifyRequest, reply: FastifyReply) =>
    ({
      params: request.params,
      query: request.query,
      body: request.body,
      bytes: Buffer.isBuffer(request.body) ? request.body : NO_BYTES,
      staff: request.staff,
      get record() {
        return recordAs(request.staff ?? fail('TOKEN_INVALID'), request.id);
      },
      origin: {
        address: addressOf(request),
        isLocal: isFromThisMachine(request),
        requestId: request.id,
        userAgent: headerOf(request, 'user-agent'),
      },
      setSession: (session) => setSessionCookie(reply, session, isSecure()),
      browser: readCookies(request.headers.cookie).get(cookieName(LINK_COOKIE, isSecure())),
      setBrowser: (browser) => setConsoleCookie(reply, LINK_COOKIE, browser, isSecure()),
    }) as ConsoleCall<E>;

  return (endpoint, handler) => {
    const { lines, file, bytes } = endpoint as ConsoleEndpoint;
    const status = endpoint.status ?? (endpoint.reply || lines ? 200 : 204);
    const done = endpoint.reply ?? (lines ? undefined : z.undefined().check(z.describe('done')));
    const mountOn = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { surface: 'console' },
        schema: {
          operationId: operationIdOf(endpoint),
          summary: endpoint.summary,
          description: describeAllowed(endpoint),
          tags: [endpoint.tag],
          ...(endpoint.params && { params: endpoint.params }),
          ...(endpoint.query && { querystring: endpoint.query }),
          ...(endpoint.body && { body: endpoint.body }),
          response: {
            [status]: done ?? {
              description: lines === 'text/csv' ? 'CSV' : 'JSON lines',
              content: { [lines!]: { schema: z.string() } },
            },
            '4xx': consoleErrorReplySchema,
            '5xx': consoleErrorReplySchema,
          },
        },
        // Before the body is read, because a refused caller must not cost its parsing.
        onRequest: async (request) => {
          request.staff = await identify(request, endpoint);
        },
        handler: async (request, reply) => {
          try {
            const answer = await handler(callOf(request, reply));
            void reply.status(status).header('cache-control', 'no-store');
            if (!lines) return reply.send(answer);
            return reply
              .header('content-disposition', `attachment; filename="${file}"`)
              .type(`${lines}; charset=utf-8`)
              .send(Readable.from(answer as unknown as AsyncIterable<string>));
          } catch (error) {
            if (error instanceof ChangedMeanwhileError) fail('CHANGED_MEANWHILE');
            if (error instanceof MissingError) {
              const { id: requestId, staff } = request;
              // Ids of others, asked for in a row, are how a stolen session looks around.
              security.event('staff_refused', { staffId: staff?.id, reason: 'missing', requestId });
              fail('NOT_FOUND', { message: error.shown });
            }
            if (error instanceof RefusedError) fail('REFUSED', { message: error.shown });
            throw error;
          }
        },
      });
    if (!bytes) return void mountOn(app);
    // A parser of its own, so that no other call accepts files.
    void app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        [...bytes.types],
        { parseAs: 'buffer', bodyLimit: bytes.most },
        (_request, body, parsed) => parsed(null, body),
      );
      mountOn(scope);
      done();
    });
  };
}
