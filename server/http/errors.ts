import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import type { ErrorReply } from '#contract/error-reply.ts';
import { ServiceError, toOverload } from '../lib/fail.ts';

/** The path of a wrong value, as the caller wrote it: `device.platform`. A whole part that is wrong has the part's name. */
const fieldName = (instancePath: string, part: string | undefined) =>
  instancePath.split('/').filter(Boolean).join('.') || (part ?? 'body');

/** Which fields do not fit their schema, each with the checker's words for it as a code. */
function fieldsOf(error: FastifyError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { instancePath, keyword } of error.validation ?? []) {
    const name = fieldName(instancePath, error.validationContext);
    (fields[name] ??= []).push((keyword ?? 'invalid').toUpperCase());
  }
  return fields;
}

/** Any thrown value as the failure that the caller is told. */
function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  // Logged where the database is reached, once per cause and not per call.
  const overload = toOverload(error);
  if (overload) return overload;
  if (hasZodFastifySchemaValidationErrors(error))
    return new ServiceError('VALIDATION_FAILED', { fields: fieldsOf(error as FastifyError) });
  if (isResponseSerializationError(error) || !(error instanceof Error)) return new ServiceError('INTERNAL');

  // What the HTTP parts refuse before any of our code runs: broken JSON, a wrong content type, a body too large.
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 404) return new ServiceError('NOT_FOUND');
  if (status === 416) return new ServiceError('VALIDATION_FAILED', { status: 416 });
  if (status === 403) return new ServiceError('NOT_FOUND');
  if (status >= 400 && status < 500) return new ServiceError('VALIDATION_FAILED');
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

/** Answers a failure. The only place that writes an error answer; what nobody expected is logged and told to nobody. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toServiceError(error);
  if (failure.code === 'INTERNAL') request.log.error({ err: error }, 'request failed');
  // A player learns the length of a file from a range that it does not have.
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

export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
}

/** Answers bytes that are no HTTP: there is no request yet, so the answer is written by hand and ends the connection. */
export function refuseConnection(socket: Socket, requestId: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(toErrorReply(new ServiceError('VALIDATION_FAILED')));
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
