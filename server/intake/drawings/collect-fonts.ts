import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { quiet, sourceInput } from '../ffmpeg-arguments.ts';
import { isPlainFile, SOURCE_NAME } from '../probe/input-file.ts';
import { type RunTool, ToolError } from '../run-tool.ts';

const MOST_FONTS = 200;
/** Fonts of all Chinese letters in several weights have a quarter of it. */
const MOST_FONT_BYTES = 64 * 2 ** 20;
const MOST_BYTES = 512 * 2 ** 20;
const READING_MS = 10 * 60_000;

const FONT_FILE = /\.(?:ttf|otf|ttc|otc)$/i;
/** Folders beside the source, in small letters. */
const FONT_FOLDERS = new Set(['fonts', 'font', '글꼴', '폰트']);

const attachmentsSchema = z.object({
  streams: z.array(
    z.object({
      index: z.int(),
      codec_type: z.string().optional(),
      codec_name: z.string().optional(),
      extradata_size: z.int().optional(),
      tags: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const isFont = ({ codec_name: codec, tags = {} }: z.output<typeof attachmentsSchema>['streams'][number]) =>
  codec === 'ttf' ||
  codec === 'otf' ||
  /font|truetype|opentype/i.test(tags['mimetype'] ?? '') ||
  FONT_FILE.test(tags['filename'] ?? '');

export interface FontSources {
  readonly runTool: RunTool;
  /** Where the tools run. */
  readonly draft: string;
  readonly source: string;
  readonly signal: AbortSignal;
}

/**
 * Puts the fonts of the source, and of a folder of fonts beside it, into a folder. They get names of ours: attachments are
 * named like anything.
 */
export async function collectFonts({ runTool, draft, source, signal }: FontSources, folderName: string): Promise<void> {
  const folder = join(draft, folderName);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  let bytes = 0;
  let fonts = 0;
  const takes = (size: number) => {
    if (size === 0 || size > MOST_FONT_BYTES || bytes + size > MOST_BYTES || fonts >= MOST_FONTS) return false;
    bytes += size;
    fonts += 1;
    return true;
  };
  const { output } = await runTool('ffprobe', {
    arguments: ['-v', 'error', '-show_streams', '-of', 'json', ...sourceInput(`../${SOURCE_NAME}`)],
    folder: draft,
    signal,
    limitMs: READING_MS,
    outputBytes: 4_000_000,
  });
  const attached = attachmentsSchema
    .parse(JSON.parse(output))
    .streams.filter((one) => one.codec_type === 'attachment' && isFont(one) && takes(one.extradata_size ?? 0));
  if (attached.length > 0)
    await runTool('ffmpeg', {
      arguments: [
        ...[...quiet, '-y'],
        ...attached.flatMap(({ index }) => [`-dump_attachment:${index}`, `${folderName}/attached-${index}`]),
        ...sourceInput(`../${SOURCE_NAME}`),
        // It fails without an output.
        ...['-map', '0:v:0', '-frames:v', '1', '-f', 'null', '-'],
      ],
      folder: draft,
      signal,
      limitMs: READING_MS,
    }).catch((error: unknown) => {
      // Those that are missing are told by name.
      if (signal.aborted || !(error instanceof ToolError)) throw error;
    });
  for (const [index, path] of (await besideFonts(source)).entries()) {
    const { size } = await lstat(path);
    if (takes(size)) await copyFile(path, join(folder, `beside-${index}`), constants.COPYFILE_FICLONE);
  }
}

async function besideFonts(source: string): Promise<string[]> {
  const beside = dirname(source);
  const found: string[] = [];
  for (const entry of await readdir(beside, { withFileTypes: true })) {
    if (!entry.isDirectory() || !FONT_FOLDERS.has(entry.name.normalize('NFC').toLowerCase())) continue;
    const names = await readdir(join(beside, entry.name)).catch(() => []);
    for (const name of names.sort()) {
      const path = join(beside, entry.name, name);
      if (FONT_FILE.test(name) && (await isPlainFile(path))) found.push(path);
    }
  }
  return found;
}
