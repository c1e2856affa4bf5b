import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isResponseSerializationError } from 'fastify-type-provider-zod';
import type { ErrorReply, FieldCode } from '#contract/error-reply.ts';
import { ServiceError, toOverload, type FailureDetails } from '../lib/fail.ts';
import type { CallLimit } from './call-limit.ts';
import { countMiss } from './security.ts';
import { surfaceOf } from './surface.ts';

/** Renders a failure as an HTML page, for addresses opened in a browser. */
export type FailurePage = (failure: ServiceError) => { headers: Record<string, string>; body: string };

/** The framework's own validation failures: the wrong part and field code, by the framework's error code. */
const REFUSED_BY_FRAMEWORK: Readonly<Record<string, Record<string, FieldCode[]>>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { body: ['TOO_LONG'] },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { body: ['WRONG_TYPE'] },
};

const invalid = (details: FailureDetails) => new ServiceError('VALIDATION_FAILED', details);

/** Maps any thrown value to the failure that the caller gets. */
function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  // The database layer logs it, once per cause instead of once per call.
  const overload = toOverload(error);
  if (overload) return overload;
  if (!(error instanceof Error) || isResponseSerializationError(error)) return new ServiceError('INTERNAL');

  // Failures before our code runs: malformed JSON, a wrong content type, a body that is too large.
  const { statusCode: status = 500, code = '' } = error as { statusCode?: number; code?: string };
  if (status === 404 || status === 403) return new ServiceError('NOT_FOUND');
  if (status === 416) return invalid({ status, fields: { range: ['OUT_OF_RANGE'] } });
  if (status >= 400 && status < 500)
    return invalid({ fields: REFUSED_BY_FRAMEWORK[code] ?? { body: ['WRONG_FORMAT'] } });
  return new ServiceError('INTERNAL');
}

/** `bytes *\/10000`, from the file sender's failure. */
function contentRangeOf(error: unknown): string | undefined {
  const { headers } = error as { headers?: Record<string, string> };
  return headers?.['Content-Range'];
}

export const toErrorReply = ({
  code,
  message,
  fields,
}: Pick<ServiceError, 'code' | 'message' | 'fields'>): ErrorReply => ({
  code,
  message,
  ...(fields && { fields }),
});

/** Answers a failure as JSON. Unexpected errors are logged and not disclosed. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toServiceError(error);
  if (failure.code === 'INTERNAL') request.log.error({ err: error }, 'request failed');
  // Tells a player the file's length after a range beyond its end.
  if (failure.status === 416) void reply.header('content-range', contentRangeOf(error));
  if (failure.retryAfterSeconds !== undefined) void reply.header('retry-after', String(failure.retryAfterSeconds));
  return reply
    .status(failure.status)
    .removeHeader('content-length')
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(toErrorReply(failure));
}

/** The request comes from a browser's address bar, for a page or an unknown path. */
const isForPerson = (request: FastifyRequest) =>
  ['static', 'page'].includes(surfaceOf(request)) && (request.headers.accept ?? '').includes('text/html');

export function installErrors(
  app: FastifyInstance,
  options: { callLimit: CallLimit; failurePage?: FailurePage },
): void {
  const { callLimit, failurePage } = options;
  app.setErrorHandler((error, request, reply) => {
    // The framework closes the connection under a body that is too long. A proxy that is still sending it would take that for a
    // failure of this process, and send it no calls for a while. The rest is read and dropped.
    void reply.removeHeader('connection');
    const known = toServiceError(error);
    const failure = countMiss(callLimit, request, known);
    if (!failurePage || !isForPerson(request)) return sendError(failure === known ? error : failure, request, reply);
    if (failure.code === 'INTERNAL') request.log.error({ err: error }, 'page failed');
    if (failure.retryAfterSeconds !== undefined) void reply.header('retry-after', String(failure.retryAfterSeconds));
    const { headers, body } = failurePage(failure);
    return reply.status(failure.status).removeHeader('content-length').headers(headers).send(body);
  });
}
