import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EnvError, readEnv } from '#server/start/env.ts';
import { edgeTemplate } from '#server/start/folders.ts';
import { EdgeChoiceError, edgeConfiguration } from './edge/configuration.ts';

const USAGE = `npm run --silent edge -- [choices]      prints the configuration of nginx for MEDIA_EDGE
    --origin HOST:PORT                  the service, as the edge reaches it; 127.0.0.1 and PORT when left out
    --certificate FILE --key FILE       for https at the edge itself
    --listen ADDRESS                    443 with a certificate, else 80
    --cache FOLDER                      /var/cache/bora-edge
    --cache-size SIZE                   50g
    --log FILE                          /var/log/nginx/bora-edge.log`;

function main(): void {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      origin: { type: 'string' },
      certificate: { type: 'string' },
      key: { type: 'string' },
      listen: { type: 'string' },
      cache: { type: 'string', default: '/var/cache/bora-edge' },
      'cache-size': { type: 'string', default: '50g' },
      log: { type: 'string', default: '/var/log/nginx/bora-edge.log' },
    },
  });
  if (values.help) return console.log(USAGE);
  const { mediaEdge, port } = readEnv();
  if (mediaEdge === undefined) throw new EnvError('MEDIA_EDGE: must be set, as for the service');
  const { certificate: chain, key } = values;
  if ((chain === undefined) !== (key === undefined))
    throw new EdgeChoiceError('--certificate and --key belong together');
  const certificate = chain === undefined || key === undefined ? undefined : { chain, key };
  process.stdout.write(
    edgeConfiguration(readFileSync(edgeTemplate, 'utf8'), mediaEdge, {
      origin: values.origin ?? `127.0.0.1:${port}`,
      listen: values.listen ?? (certificate ? '443' : '80'),
      certificate,
      ...{ cache: values.cache, cacheSize: values['cache-size'], log: values.log },
    }),
  );
}

try {
  main();
} catch (error) {
  const isKnown = error instanceof EnvError || error instanceof EdgeChoiceError;
  const isWord = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  console.error(isKnown ? error.message : isWord ? `${error.message}\n\n${USAGE}` : error);
  process.exitCode = 1;
}
