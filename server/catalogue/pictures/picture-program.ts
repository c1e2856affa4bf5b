import { buffer } from 'node:stream/consumers';
import { decodePicture, type Crop, type MadeKind } from './decode-picture.ts';

/*
 * Decodes one picture in a process of its own: a crafted file can take only this process's memory, not the server's.
 *
 *     picture-program.ts KIND [LEFT TOP WIDTH HEIGHT]
 *
 * Reads the picture from its standard input. Writes one line of JSON, either `{ fault }` or `{ sizes }`, and then the made
 * files of these sizes: the picture, its tile and the large one, 0 for one that there is not.
 */

const [kind, ...numbers] = process.argv.slice(2);
const [left, top, width, height] = numbers.map(Number);
const crop = numbers.length === 0 ? null : ({ left, top, width, height } as Crop);
const made = await decodePicture(kind as MadeKind, await buffer(process.stdin), crop);
if (typeof made === 'string') process.stdout.write(`${JSON.stringify({ fault: made })}\n`);
else {
  const files = [made.picture, made.tile, made.large].map((file) => file ?? Buffer.alloc(0));
  process.stdout.write(`${JSON.stringify({ sizes: files.map(({ length }) => length) })}\n`);
  for (const file of files) process.stdout.write(file);
}
