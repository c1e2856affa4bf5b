import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { compile } from '#server/http/compile-schema.ts';

const inner = z.object({ id: z.int().check(z.minimum(1)), name: z.string() });
const schema = z.object({
  inner,
  list: z.array(inner).check(z.maxLength(2)),
  none: z.nullable(inner),
  maybe: z.optional(inner),
  given: z.exactOptional(z.string()),
  free: z.looseObject({ a: z.number() }),
});

const one = { id: 1, name: '보라' };
const whole = { inner: one, list: [one, one], none: null, free: { a: 1, b: 'kept' } };

describe('a compiled schema says the same as the interpreted one', () => {
  test.each([
    ['a whole value', { ...whole, unknown: 1, inner: { ...one, unknown: 1 } }],
    ['all fields', { ...whole, none: one, maybe: one, given: 'x' }],
    ['undefined where it is allowed', { ...whole, maybe: undefined }],
    ['undefined where it is not', { ...whole, given: undefined }],
    ['a broken check inside', { ...whole, list: [{ id: 0, name: '' }] }],
    ['too many in a list', { ...whole, list: [one, one, one] }],
    ['a missing field', { inner: one }],
    ['no object', 'text'],
  ])('about %s', (_name, value) => {
    const [compiled, interpreted] = [z.core.safeParse(compile(schema), value), z.core.safeParse(schema, value)];
    expect(compiled.success).toBe(interpreted.success);
    expect(compiled.data).toEqual(interpreted.data);
    expect(compiled.error?.issues.map(({ path, code }) => [path, code])).toEqual(
      interpreted.error?.issues.map(({ path, code }) => [path, code]),
    );
  });

  test('once for each schema', () => expect(compile(schema)).toBe(compile(schema)));
});
