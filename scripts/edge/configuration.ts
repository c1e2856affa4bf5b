import { errorCodes, type ErrorCode } from '#contract/errors.ts';
import { edgeCredential, type MediaEdge } from '#server/providers/edge-signer.ts';

export interface EdgeChoices {
  /** Host and port of the service, as the edge reaches it. */
  origin: string;
  /** Value of nginx's `listen`. */
  listen: string;
  certificate?: { chain: string; key: string } | undefined;
  cache: string;
  cacheSize: string;
  log: string;
}

/** A choice that nginx would read as something else. */
export class EdgeChoiceError extends Error {
  override readonly name = 'EdgeChoiceError';
}

/** Text that needs no quotes in nginx's configuration. */
const PLAIN = /^[\w./:@[\]-]+$/;

const answerOf = (code: ErrorCode, more: object = {}) =>
  JSON.stringify({ code, message: errorCodes[code].message, ...more });

/**
 * Fills in the template.
 *
 * @throws EdgeChoiceError
 */
export function edgeConfiguration(template: string, { url, secret }: MediaEdge, choices: EdgeChoices): string {
  const { certificate, origin, listen, cache, cacheSize, log } = choices;
  const given = { origin, listen, cache, cacheSize, log, chain: certificate?.chain, key: certificate?.key };
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !PLAIN.test(value))
      throw new EdgeChoiceError(`${name}: "${value}" has other characters than letters, digits and ./:@[]_-`);
  const words: Readonly<Record<string, string>> = {
    ORIGIN: origin,
    NAME: new URL(url).hostname,
    CACHE: cache,
    CACHE_SIZE: cacheSize,
    LOG: log,
    LISTEN:
      certificate === undefined
        ? listen
        : `${listen} ssl http2;\n    ssl_certificate ${certificate.chain};\n    ssl_certificate_key ${certificate.key}`,
    SECRET: secret,
    CREDENTIAL: edgeCredential(secret),
    NOT_FOUND: answerOf('NOT_FOUND'),
    PLAYBACK_EXPIRED: answerOf('PLAYBACK_EXPIRED'),
    METHOD_NOT_ALLOWED: answerOf('METHOD_NOT_ALLOWED'),
    OUT_OF_RANGE: answerOf('VALIDATION_FAILED', { fields: { range: ['OUT_OF_RANGE'] } }),
    OVERLOADED: answerOf('OVERLOADED'),
  };
  return template
    .split('\n')
    .map((line) =>
      // Comments explain the words.
      line.startsWith('#')
        ? line
        : line.replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
            const value = words[word];
            if (value === undefined) throw new Error(`the template has an unknown word: ${word}`);
            return value;
          }),
    )
    .join('\n');
}
