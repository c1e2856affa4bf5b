import { readFileSync } from 'node:fs';
import { readEnv } from '#server/start/env.ts';
import { EnvError } from '#server/start/variables/variable.ts';
import { edgeTemplate } from '#server/start/folders.ts';
import { EdgeChoiceError, edgeConfiguration } from './edge/configuration.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { explain } from './operator-commands/with-operate.ts';
import { parseWords, UsageError } from './operator-commands/words.ts';

const USAGE = `bora edge [choices]      prints the configuration of nginx for MEDIA_EDGE
    --origin HOST:PORT,HOST:PORT        the processes that answer calls, as the edge reaches them, in the order of the proxy;
                                        127.0.0.1 and PORT when left out
    --certificate FILE --key FILE       for https at the edge itself
    --listen ADDRESS                    443 with a certificate, else 80
    --cache FOLDER                      /var/cache/bora-edge
    --cache-size SIZE                   50g
    --log FILE                          /var/log/nginx/bora-edge.log
    --tell HOST:PORT                    where the service tells which playbacks have ended; 127.0.0.1:8081
    --playbacks NUMBER                  most at a time, by which the cache of answers is sized; 50000`;

function main(): void {
  const { values, positionals } = parseWords(process.argv.slice(2), USAGE, {
    origin: { type: 'string' },
    certificate: { type: 'string' },
    key: { type: 'string' },
    listen: { type: 'string' },
    cache: { type: 'string', default: '/var/cache/bora-edge' },
    'cache-size': { type: 'string', default: '50g' },
    log: { type: 'string', default: '/var/log/nginx/bora-edge.log' },
    tell: { type: 'string', default: '127.0.0.1:8081' },
    playbacks: { type: 'string', default: '50000' },
  });
  if (positionals.length > 0) throw new UsageError(USAGE);
  const { mediaEdge, port } = readEnv();
  if (mediaEdge === undefined) throw new EnvError('MEDIA_EDGE: must be set, as for the service');
  const { certificate: chain, key } = values;
  if ((chain === undefined) !== (key === undefined))
    throw new EdgeChoiceError('--certificate and --key belong together');
  const certificate = chain === undefined || key === undefined ? undefined : { chain, key };
  process.stdout.write(
    edgeConfiguration(readFileSync(edgeTemplate, 'utf8'), mediaEdge, {
      origins: (values.origin ?? `127.0.0.1:${port}`).split(','),
      listen: values.listen ?? (certificate ? '443' : '80'),
      certificate,
      cache: values.cache,
      cacheSize: values['cache-size'],
      log: values.log,
      tell: values.tell,
      playbacks: Number(values.playbacks),
    }),
  );
}

runCommand(main, (error) => (error instanceof EdgeChoiceError ? error.message : explain(error)));
