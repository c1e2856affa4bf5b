import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { findTools, type FindOptions } from '#server/intake/tools.ts';
import { bad, good, skipped, warning, type Finding } from './finding.ts';

/** Releases of Node that get security fixes, by their first number. */
const MAINTAINED_NODE = [22, 24];
const LEAST_NODE = [20, 19] as const;

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const toDo = `Install Node ${MAINTAINED_NODE.join(' or ')}.`;
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1]))
    return bad('Node', `${version} is older than ${LEAST_NODE.join('.')}.`, toDo);
  return major < MAINTAINED_NODE[0]!
    ? warning('Node', `${version} runs Bora, but gets no security fixes any longer.`, toDo)
    : good('Node', `${version}.`);
}

/** Space that the service needs for its work, in bytes. */
const LEAST_FREE_BYTES = 1_000_000_000;
const LEAST_FREE_SHARE = 0.1;

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** @param part what lies in the folder, for the line. */
export async function checkFolder(part: string, folder: string): Promise<Finding> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) return skipped(part, `${folder} does not exist yet; the first start makes it.`);
  if (!found.isDirectory()) return bad(part, `${folder} is no folder.`, 'Move the file away, or name another folder.');
  const isWritable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  const uid = process.getuid?.();
  if (!isWritable)
    return bad(
      part,
      `${folder} belongs to user ${found.uid}, and this user${uid === undefined ? '' : ` (${uid})`} cannot write to it.`,
      `Give it to the user of the service: chown -R <user> ${folder}`,
    );
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const seen = `${folder}: ${inGigabytes(free)} of ${inGigabytes(total)} free.`;
  if (free < LEAST_FREE_BYTES) return bad(part, seen, 'Free some space: without it, nothing can be stored.');
  return free < total * LEAST_FREE_SHARE
    ? warning(part, seen, 'Free some space, or enlarge the disk.')
    : good(part, seen);
}

export function checkTools(options?: FindOptions): Finding {
  try {
    const { prlimit, setpriv } = findTools(options);
    return prlimit && setpriv
      ? good('Media tools', 'ffmpeg, ffprobe, fpcalc and Shaka Packager are installed.')
      : warning(
          'Media tools',
          'prlimit and setpriv are missing, so programs that decode videos have no limit of memory.',
          'Install the package util-linux.',
        );
  } catch (error) {
    return warning(
      'Media tools',
      (error as Error).message,
      'Install what is named, or work on videos on another machine.',
    );
  }
}
