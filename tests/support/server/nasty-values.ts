import fc from 'fast-check';
import { z } from 'zod';
import type { CallShape } from '#contract/endpoint.ts';

/* Values that no television sends, made from the schemas of the contract. */

export const nastyText = fc.oneof(
  fc.constantFrom('', '\0', '\ud800', '%00', "' or 1=1 --", '../../etc/passwd', '..%2f..%2f', '__proto__', '${7*7}'),
  fc.constantFrom('99999999999999999999', '-1', '1e308', '0x10', 'NaN', 'ㄱ'.repeat(5000), 'x'.repeat(9000)),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom(null, true, -1, 0.1, 1e308, -0, Number.MAX_SAFE_INTEGER, [], {}, [[[]]], { $gt: '' }),
  fc.jsonValue({ maxDepth: 3 }),
);

interface JsonSchema {
  type?: string;
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  $ref?: string;
  minimum?: number;
  maximum?: number;
}

const jsonSchemaOf = (schema: z.core.$ZodType | undefined): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema) : {};

export const fieldsOf = (schema: z.core.$ZodType | undefined): string[] =>
  Object.keys(jsonSchemaOf(schema).properties ?? {});

/**
 * A value for a schema: valid or invalid at each depth, so that a nasty value also occurs inside an otherwise valid
 * object, as in `device.platform`. Where a UUID is wanted, it is one of `ids`.
 */
function nastyFor(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { properties, items, anyOf, type, minimum = -1, maximum = 100 } = schema;
  const orNasty = (fitting: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 2, arbitrary: fitting }, { weight: 1, arbitrary: nasty });
  if (properties) {
    const fields = Object.entries({ ...properties, extra: {} }).map(([name, field]) => [name, nastyFor(field, ids)]);
    return fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] }),
      },
      { weight: 1, arbitrary: nasty },
    );
  }
  if (schema.enum) return orNasty(fc.constantFrom(...schema.enum));
  if (anyOf) return orNasty(fc.oneof(...anyOf.map((one) => nastyFor(one, ids))));
  if (items) return orNasty(fc.array(nastyFor(items, ids), { maxLength: 3 }));
  if (type === 'boolean') return orNasty(fc.boolean());
  if (type === 'number' || type === 'integer') return orNasty(fc.integer({ min: Math.ceil(minimum), max: maximum }));
  if (schema.format === 'uuid' && ids.length > 0) return orNasty(fc.constantFrom(...ids));
  if (type === 'string')
    return orNasty(fc.constantFrom('가나다', 'a@b.kr', 'bora-test-9', '00:00:01', '1234', '000000', '제목'));
  return nasty;
}

/** A body with some of the call's fields; missing, or with extra ones. */
export const bodyOf = ({ body }: CallShape, ids: readonly string[] = []): fc.Arbitrary<unknown> =>
  nastyFor(jsonSchemaOf(body), ids);

/** A lone surrogate has no UTF-8 encoding; these bytes are what a careless client would send. */
export const encode = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /\p{Surrogate}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
};
