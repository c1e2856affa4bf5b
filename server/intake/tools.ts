import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findLimiters, isProgram, PROGRAM_FOLDERS, type Limiters } from '#server/lib/limited-program.ts';
import { IntakeError } from './intake-error.ts';

/** Absolute paths of the programs that intake runs. */
export interface Tools extends Limiters {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** Fingerprints of sounds (chromaprint). */
  readonly fpcalc: string;
  /** Shaka Packager. */
  readonly packager: string;
}

export const INSTALL_MEDIA = 'sudo apt install ffmpeg libchromaprint-tools';
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
  folders = PROGRAM_FOLDERS,
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
    return { ffmpeg, ffprobe, fpcalc, packager, ...findLimiters(folders, platform) };
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

function findPackagerFolder(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('shaka-packager/package.json'));
  } catch {
    return undefined;
  }
}
