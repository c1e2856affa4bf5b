import type { Certificate, Signer } from './certificates.ts';
import { byName, filesOf } from './folder-files.ts';
import { signFiles } from './widget-signature.ts';
import { zip } from './zip.ts';

/**
 * Packs and signs an unpacked package as a widget.
 * @throws Error when there is no manifest at its root.
 */
export function packWidget(folder: string, certificates: Readonly<Record<Signer, Certificate>>): Buffer {
  const files = filesOf(folder);
  if (!files.some(({ name }) => name === 'config.xml')) throw new Error(`${folder} has no config.xml`);
  files.push(signFiles('author', files, certificates.author));
  files.sort(byName);
  files.push(signFiles('distributor', files, certificates.distributor));
  return zip(files);
}
