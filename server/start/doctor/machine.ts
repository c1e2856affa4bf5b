import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { READER_DATA } from '#contract/console/tracks.ts';
import { createFindReader, type FindReader } from '#server/intake/letters/find-reader.ts';
import { findTools, INSTALL_MEDIA, type FindOptions } from '#server/intake/tools.ts';
import { bad, good, messageOf, skipped, warning, type Finding, type Part } from './finding.ts';

/** Releases of Node that get security fixes, by their first number. */
const MAINTAINED_NODE = [22, 24];
const LEAST_NODE = [20, 19] as const;

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const toDo = [
    `Install Node ${MAINTAINED_NODE.join(' or ')}.`,
    `Node ${MAINTAINED_NODE.join('나 ')}를 설치해 주세요.`,
  ] as const;
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1]))
    return bad(
      'Node',
      [`${version} is older than ${LEAST_NODE.join('.')}.`, `${version}은 ${LEAST_NODE.join('.')}보다 오래됐어요.`],
      toDo,
    );
  return major < MAINTAINED_NODE[0]!
    ? warning(
        'Node',
        [
          `${version} runs Bora, but gets no security fixes any longer.`,
          `${version}에서도 실행되지만, 더는 보안 수정이 나오지 않아요.`,
        ],
        toDo,
      )
    : good('Node', `${version}.`, version);
}

/** Space that the service needs for its work, in bytes. */
const LEAST_FREE_BYTES = 1_000_000_000;
const LEAST_FREE_SHARE = 0.1;

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** @param part what lies in the folder, for the line. */
export async function checkFolder(part: Part, folder: string): Promise<Finding> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined)
    return skipped(
      part,
      `${folder} does not exist yet; the first start makes it.`,
      `아직 없는 폴더예요. 처음 쓸 때 만들어요: ${folder}`,
    );
  if (!found.isDirectory())
    return bad(
      part,
      [`${folder} is no folder.`, `폴더가 아니에요: ${folder}`],
      ['Move the file away, or name another folder.', '파일을 옮기거나 다른 폴더를 정해 주세요.'],
    );
  const isWritable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  const uid = process.getuid?.();
  if (!isWritable)
    return bad(
      part,
      [
        `${folder} belongs to user ${found.uid}, and this user${uid === undefined ? '' : ` (${uid})`} cannot write to it.`,
        `사용자 ${found.uid}의 폴더라서 이 사용자${uid === undefined ? '' : `(${uid})`}는 쓸 수 없어요: ${folder}`,
      ],
      [
        `Give it to the user of the service: chown -R <user> ${folder}`,
        `서비스의 사용자에게 주세요: chown -R <사용자> ${folder}`,
      ],
    );
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const seen = [
    `${folder}: ${inGigabytes(free)} of ${inGigabytes(total)} free.`,
    `${inGigabytes(total)} 가운데 ${inGigabytes(free)} 남음: ${folder}`,
  ] as const;
  if (free < LEAST_FREE_BYTES)
    return bad(part, seen, [
      'Free some space: without it, nothing can be stored.',
      '자리를 비워 주세요. 자리가 없으면 아무것도 저장하지 못해요.',
    ]);
  return free < total * LEAST_FREE_SHARE
    ? warning(part, seen, ['Free some space, or enlarge the disk.', '자리를 비우거나 디스크를 늘려 주세요.'])
    : good(part, ...seen);
}

export function checkTools(options?: FindOptions): Finding {
  try {
    const { prlimit, setpriv } = findTools(options);
    return prlimit && setpriv
      ? good(
          'Media tools',
          'ffmpeg, ffprobe, fpcalc and Shaka Packager are installed.',
          'ffmpeg, ffprobe, fpcalc, Shaka Packager가 설치되어 있어요.',
        )
      : warning(
          'Media tools',
          [
            'prlimit and setpriv are missing, so programs that decode videos have no limit of memory.',
            'prlimit와 setpriv가 없어서, 영상을 푸는 프로그램의 메모리를 제한하지 못해요.',
          ],
          ['Install the package util-linux.', 'util-linux 패키지를 설치해 주세요.'],
        );
  } catch (error) {
    return warning(
      'Media tools',
      [messageOf(error), '영상을 만드는 도구가 빠져 있어요.'],
      [
        'Install what is named, or work on videos on another machine.',
        `빠진 것을 설치하거나(${INSTALL_MEDIA}), 영상 작업은 다른 기기에 맡겨 주세요.`,
      ],
    );
  }
}

const INSTALL_READER = `sudo apt install tesseract-ocr ${Object.values(READER_DATA)
  .map((data) => `tesseract-ocr-${data}`)
  .join(' ')}`;

/** Nobody needs it but operators who want text in place of picture subtitles. */
export async function checkReader(findReader: FindReader = createFindReader()): Promise<Finding> {
  const reader = await findReader();
  if (reader === undefined)
    return skipped(
      'Subtitle reader',
      `tesseract is not installed: picture subtitles stay pictures. To read them as text: ${INSTALL_READER}`,
      `tesseract가 없어서 그림 자막을 글자로 읽지 못해요. 읽으려면: ${INSTALL_READER}`,
    );
  const missing = Object.entries(READER_DATA).flatMap(([lang, data]) =>
    reader.langs.some((one) => one === lang) ? [] : [`tesseract-ocr-${data}`],
  );
  if (missing.length > 0)
    return warning(
      'Subtitle reader',
      [
        `tesseract reads ${reader.langs.join(', ') || 'no language'}; others are missing.`,
        `tesseract가 읽는 언어: ${reader.langs.join(', ') || '없음'}`,
      ],
      [
        `Where they are wanted: sudo apt install ${missing.join(' ')}`,
        `필요하면 설치해 주세요: sudo apt install ${missing.join(' ')}`,
      ],
    );
  return good(
    'Subtitle reader',
    `tesseract reads ${reader.langs.join(', ')}.`,
    `tesseract가 ${reader.langs.join(', ')}를 읽어요.`,
  );
}
