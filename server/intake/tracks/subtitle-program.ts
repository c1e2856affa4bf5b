import { buffer } from 'node:stream/consumers';
import { convertFile } from '../subtitles/convert.ts';
import type { TextFormat } from '../probe/source.ts';

/*
 * Converts one subtitle file in a process of its own: a crafted file can take only this process's time and memory, not the
 * server's.
 *
 *     subtitle-program.ts FORMAT LANGUAGE SECONDS [ENCODING]
 *
 * Reads the file from its standard input, and writes a `Conversion` as JSON.
 */

const [format, lang = 'und', seconds, encoding] = process.argv.slice(2);
const conversion = convertFile(
  await buffer(process.stdin),
  { format: format as TextFormat, lang, encoding },
  Number(seconds),
);
process.stdout.write(JSON.stringify(conversion));
