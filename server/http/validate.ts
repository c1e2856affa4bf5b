import type { FastifySchemaCompiler } from 'fastify';
import type * as core from 'zod/v4/core';
import { ServiceError } from '../lib/fail.ts';
import { fieldsOf } from '../lib/field-codes.ts';

/** Validates the parts of a request against the contract. */
export const validatorCompiler: FastifySchemaCompiler<core.$ZodType & { safeParse: SafeParse }> =
  ({ schema, httpPart = 'body' }) =>
  (sent: unknown) => {
    const { data, error } = schema.safeParse(sent);
    if (!error) return { value: data };
    return { error: new ServiceError('VALIDATION_FAILED', { fields: fieldsOf(error.issues, sent, httpPart) }) };
  };

type SafeParse = (sent: unknown) => { data?: unknown; error?: { issues: readonly core.$ZodIssue[] } };
