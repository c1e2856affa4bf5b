import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { IntakeError } from './intake-error.ts';

/** Absolute paths of the programs that intake runs. */
export interface Tools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** Fingerprints of sounds (chromaprint). */
  readonly fpcalc: string;
  /** Shaka Packager. */
  readonly packager: string;
  /** Programs of Linux that bound the others; absent on other systems. */
  readonly prlimit?: string;
  readonly setpriv?: string;
}

/** Where Debian, its administrators and Homebrew install programs. `PATH` is not read: it belongs to who started the server. */
const FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];

const INSTALL_MEDIA = 'npm run tools:install -- media';
const INSTALL_PACKAGES = 'npm ci';

/** Programs of the npm package `shaka-packager`, by platform and architecture. */
const PACKAGERS: Readonly<Record<string, string>> = {
  'linux x64': 'packager-linux-x64',
  'linux arm64': 'packager-linux-arm64',
  'darwin x64': 'packager-osx-x64',
  'darwin arm64': 'packager-osx-arm64',
};

export interface FindOptions {
  readonly folders?: readonly string[];
  /** Folder of the package `shaka-packager`; undefined when it is not installed. */
  readonly packagerFolder?: string | undefined;
  readonly platform?: string;
  readonly architecture?: string;
}

/** @throws IntakeError that names every missing tool with the command that installs it. */
export function findTools({
  folders = FOLDERS,
  packagerFolder = findPackagerFolder(),
  platform = process.platform,
  architecture = process.arch,
}: FindOptions = {}): Tools {
  const find = (name: string) => folders.map((folder) => join(folder, name)).find(isProgram);
  const packagerName = PACKAGERS[`${platform} ${architecture}`];
  const packager =
    packagerFolder === undefined || packagerName === undefined ? undefined : join(packagerFolder, 'bin', packagerName);
  const [ffmpeg, ffprobe, fpcalc] = [find('ffmpeg'), find('ffprobe'), find('fpcalc')];
  if (ffmpeg && ffprobe && fpcalc && packager && isProgram(packager)) {
    const [prlimit, setpriv] = platform === 'linux' ? [find('prlimit'), find('setpriv')] : [];
    return { ffmpeg, ffprobe, fpcalc, packager, ...(prlimit && { prlimit }), ...(setpriv && { setpriv }) };
  }
  const fromDebian = Object.entries({ ffmpeg, ffprobe, fpcalc }).flatMap(([name, path]) => (path ? [] : [name]));
  const causes = [
    ...(fromDebian.length > 0 ? [`${fromDebian.join(', ')}: not installed. Run "${INSTALL_MEDIA}".`] : []),
    ...(packagerName === undefined
      ? [`Shaka Packager: has no program for ${platform} on ${architecture}. Work on jobs on another machine.`]
      : packager === undefined || !isProgram(packager)
        ? [`Shaka Packager: not installed. Run "${INSTALL_PACKAGES}".`]
        : []),
  ];
  throw new IntakeError('TOOL_MISSING', { causes: causes.join(' ') });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findPackagerFolder(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('shaka-packager/package.json'));
  } catch {
    return undefined;
  }
}
