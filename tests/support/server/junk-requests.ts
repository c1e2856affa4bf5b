import fc from 'fast-check';
import type { CallShape } from '#contract/endpoint.ts';
import { bodyOf, encode, fieldsOf, nastyText } from './nasty-values.ts';

export interface Junk {
  path: string;
  body: unknown;
}

/**
 * Requests of a call: ids or junk in the path, fields that fit or do not.
 *
 * @param ids of everything that somebody has.
 * @param others more values for paths.
 */
export const junkFor = (endpoint: CallShape, ids: readonly string[], others: readonly string[]): fc.Arbitrary<Junk> =>
  fc
    .record({
      params: fc.array(
        fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids, ...others) }, { weight: 1, arbitrary: nastyText }),
        { minLength: 2, maxLength: 2 },
      ),
      query: fc.dictionary(
        fc.constantFrom(...fieldsOf(endpoint.query), 'limit'),
        fc.oneof(nastyText, fc.constantFrom(...ids)),
        { maxKeys: 3 },
      ),
      body: bodyOf(endpoint, ids),
    })
    .map(({ params, query, body }) => {
      let index = 0;
      const path = endpoint.path.replace(/:\w+/g, () => encode(params[index++]).slice(0, 400) || '%20');
      const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value).slice(0, 1000)}`);
      return { path: search.length === 0 ? path : `${path}?${search.join('&')}`, body };
    });
