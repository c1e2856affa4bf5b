import { errorCodes, type ErrorCode } from '#contract/errors.ts';
import { edgeCredential, type MediaEdge } from '#server/providers/edge-signer.ts';

export interface EdgeChoices {
  /** Host and port of each process that answers calls, as the edge reaches it. */
  origins: readonly string[];
  /** Value of nginx's `listen`. */
  listen: string;
  certificate?: { chain: string; key: string } | undefined;
  cache: string;
  cacheSize: string;
  log: string;
  /** Value of nginx's `listen` where the service tells which play logs have ended. */
  tell: string;
  /** Most playbacks at a time. */
  playbacks: number;
}

/** What one answer about a playback takes: a file of one block, and its key in the zone. */
const LIVING_FILE_BYTES = 4096;
const LIVING_KEY_BYTES = 128;
/** Ended playbacks are stored for some minutes beside those that go on. */
const LIVING_RESERVE = 1.5;
const MEGABYTE = 1024 ** 2;
const FEWEST_PLAYBACKS = 1_000;
const MOST_PLAYBACKS = 1_000_000;

const megabytesFor = (playbacks: number, bytes: number) =>
  `${Math.max(1, Math.ceil((playbacks * LIVING_RESERVE * bytes) / MEGABYTE))}m`;

/** A choice that nginx would read as something else. */
export class EdgeChoiceError extends Error {
  override readonly name = 'EdgeChoiceError';
}

/** Text that needs no quotes in nginx's configuration. */
const PLAIN = /^[\w./:@[\]-]+$/;

/** An account's playbacks are asked about where its calls are answered (docs/operations/https.md, "Several processes"). */
const ONE_PROCESS = 'hash $bora_account consistent;';

const answerOf = (code: ErrorCode, more: object = {}) =>
  JSON.stringify({ code, message: errorCodes[code].message, ...more });

/**
 * Fills in the template.
 *
 * @throws EdgeChoiceError
 */
export function edgeConfiguration(template: string, { url, secret }: MediaEdge, choices: EdgeChoices): string {
  const { certificate, origins, listen, cache, cacheSize, log, tell, playbacks } = choices;
  const { chain, key } = certificate ?? {};
  const given = { listen, cache, cacheSize, log, tell, chain, key };
  for (const [name, value] of [...Object.entries(given), ...origins.map((origin) => ['origin', origin] as const)])
    if (value !== undefined && !PLAIN.test(value))
      throw new EdgeChoiceError(`${name}: "${value}" has other characters than letters, digits and ./:@[]_-`);
  if (!Number.isInteger(playbacks) || playbacks < FEWEST_PLAYBACKS || playbacks > MOST_PLAYBACKS)
    throw new EdgeChoiceError(`playbacks: must be a whole number from ${FEWEST_PLAYBACKS} to ${MOST_PLAYBACKS}`);
  const words: Readonly<Record<string, string>> = {
    ORIGINS: [...(origins.length > 1 ? [ONE_PROCESS] : []), ...origins.map((origin) => `server ${origin};`)].join(
      '\n    ',
    ),
    NAME: new URL(url).hostname,
    CACHE: cache,
    CACHE_SIZE: cacheSize,
    LOG: log,
    TELL: tell,
    PLAYBACKS: String(playbacks),
    LIVING_ZONE: megabytesFor(playbacks, LIVING_KEY_BYTES),
    LIVING_SIZE: megabytesFor(playbacks, LIVING_FILE_BYTES),
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
