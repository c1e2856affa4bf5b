import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a package: its path with `/`, and its content. */
export interface PackedFile {
  readonly name: string;
  readonly body: Buffer;
}

export const byName = (one: PackedFile, other: PackedFile) => (one.name < other.name ? -1 : 1);

/** Every file of a folder by its relative path, in code point order. Skips hidden files. */
export function filesOf(folder: string, under = ''): PackedFile[] {
  return readdirSync(join(folder, under), { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const name = under === '' ? entry.name : `${under}/${entry.name}`;
      return entry.isDirectory() ? filesOf(folder, name) : [{ name, body: readFileSync(join(folder, name)) }];
    })
    .sort(byName);
}
