import type * as core from 'zod/v4/core';
import { fieldCodes, type FieldCode } from '#contract/error-reply.ts';

const isFieldCode = (code: unknown): code is FieldCode => (fieldCodes as readonly unknown[]).includes(code);

const isCount = (origin: string) => ['number', 'int', 'bigint', 'date'].includes(origin);

/** The value at the path of an issue; undefined if missing. */
const valueAt = (sent: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], sent);

/**
 * The contract's code for a validation issue. A schema sets it in the `params` of its issue: `{ code: 'INVISIBLE' }`.
 *
 * @param sent the validated part of the request
 */
export function fieldCodeOf(issue: core.$ZodIssue, sent: unknown): FieldCode {
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(sent, issue.path) === undefined ? 'MISSING' : 'WRONG_TYPE';
    case 'invalid_value':
      return valueAt(sent, issue.path) === undefined ? 'MISSING' : 'NOT_ALLOWED';
    case 'invalid_union':
      return valueAt(sent, issue.path) === undefined ? 'MISSING' : 'WRONG_TYPE';
    case 'too_small':
      return isCount(issue.origin) ? 'OUT_OF_RANGE' : 'TOO_SHORT';
    case 'too_big':
      return isCount(issue.origin) ? 'OUT_OF_RANGE' : 'TOO_LONG';
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return 'NOT_ALLOWED';
    case 'custom': {
      const code: unknown = issue.params?.['code'];
      return isFieldCode(code) ? code : 'WRONG_FORMAT';
    }
    default:
      return 'WRONG_FORMAT';
  }
}

/**
 * Errors by field, with the names in the request (`device.platform`); a part that is wrong as a whole has its own name.
 */
export function fieldsOf(issues: readonly core.$ZodIssue[], sent: unknown, part: string): Record<string, FieldCode[]> {
  const fields: Record<string, FieldCode[]> = {};
  for (const issue of issues) {
    const known = (fields[issue.path.map(String).join('.') || part] ??= []);
    const code = fieldCodeOf(issue, sent);
    if (!known.includes(code)) known.push(code);
  }
  return fields;
}
