import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClipFile } from '../clip-file.ts';
import { drawnName } from '../drawings/drawing-arguments.ts';
import { tableFile } from '../drawings/package-drawings.ts';
import { ENCODED_FILE, type EncodedDrawing, type EncodedSubtitle, encodedSchema } from '../encode/encoded.ts';
import { PREVIEW_FILE } from '../encode/picture-arguments.ts';
import { explainFailure } from '../explain-failure.ts';
import { ClipFault, inspectRendition } from '../inspect/inspect-rendition.ts';
import { sheetFault } from '../inspect/inspect-sheet.ts';
import { IntakeError, shownName } from '../intake-error.ts';
import { OWN_DRM } from '../../lib/protection.ts';
import { type DashManifest, readDashManifest } from '../package/dash-manifest.ts';
import { MASTERS } from '../package/hls-masters.ts';
import { type MediaPlaylist, readMediaPlaylist } from '../package/media-playlist.ts';
import { MANIFEST } from '../package/packager-arguments.ts';
import { type Plan, planSchema, planSeconds } from '../plan/plan.ts';
import { SOURCE_NAME } from '../probe/input-file.ts';
import { sourceSchema } from '../probe/source.ts';
import type { RunTool } from '../run-tool.ts';
import { readJson, removeUnfinished, RESULTS, writeJson } from './results.ts';
import type { Step, StepContext } from './step.ts';

/** A frame of AAC at 48 kHz, and one of its encoder's delay. */
export const SOUND_FRAME_SECONDS = (2 * 1024) / 48_000;

/** Checks the packaged files as a player would read them, and describes the clip for the catalogue. */
export const createInspectStep = (runTool: RunTool): Step => ({
  name: 'inspect',
  run: async (context) => {
    const { source, folder, signal } = context;
    await removeUnfinished(folder);
    const plan = await readJson(join(folder, RESULTS.plan), planSchema);
    try {
      const { subtitles, drawings, styles, fingerprint } = await readJson(
        join(folder, RESULTS.encode, ENCODED_FILE),
        encodedSchema,
      );
      const drawn = await packagedDrawings(join(folder, RESULTS.package), plan, drawings);
      const clip = await inspect(runTool, context, plan, subtitles);
      const { chapters } = await readJson(join(folder, RESULTS.probe), sourceSchema);
      await writeJson(folder, RESULTS.inspect, {
        ...clip,
        bytes: clip.bytes + drawn.bytes,
        drawings: drawn.drawings,
        styles,
        chapters,
        fingerprint,
      } satisfies ClipFile);
    } catch (error) {
      if (error instanceof ClipFault) {
        // A retry must not inspect the same files again.
        await Promise.all([RESULTS.package, RESULTS.encode].map((name) => removeResult(folder, name)));
        const { file, message: fault } = error;
        throw new IntakeError('CLIP_DAMAGED', { name: shownName(source), file, fault }, { cause: error });
      }
      throw explainFailure(error, 'inspecting', source, signal);
    }
    // Only the package is needed from here on; it is as large as these.
    await removeResult(folder, RESULTS.encode);
    await rm(join(folder, SOURCE_NAME), { force: true });
  },
});

/** The drawings that fitted into the package: each of their segments was compared with the one it takes the place of. */
async function packagedDrawings(folder: string, plan: Plan, encoded: readonly EncodedDrawing[]) {
  const drawings: ClipFile['drawings'] = [];
  let bytes = 0;
  for (const { lang, label, name } of encoded) {
    if (!existsSync(join(folder, tableFile(name)))) continue;
    drawings.push({ lang, label, path: tableFile(name) });
    for (const rendition of plan.renditions)
      bytes += (await stat(join(folder, `${drawnName(rendition.name, name)}.mp4`))).size;
  }
  return { drawings, bytes };
}

const removeResult = (folder: string, name: string) => rm(join(folder, name), { recursive: true, force: true });

async function inspect(
  runTool: RunTool,
  { folder: jobFolder, protection, signal, progress }: StepContext,
  plan: Plan,
  subtitles: readonly EncodedSubtitle[],
): Promise<Omit<ClipFile, 'chapters' | 'drawings' | 'fingerprint' | 'styles'>> {
  const folder = join(jobFolder, RESULTS.package);
  const clipSeconds = planSeconds(plan);
  const pictureSeconds = plan.frameRate.denominator / plan.frameRate.numerator;
  const manifest = await readManifest(folder);
  if (Math.abs(manifest.seconds - clipSeconds) > Math.max(pictureSeconds, SOUND_FRAME_SECONDS))
    throw new ClipFault(MANIFEST, `it lasts ${manifest.seconds} s, and the clip ${clipSeconds.toFixed(3)} s`);
  const parts = [
    ...plan.renditions.map(({ name }) => ({ name, kind: 'video' as const, frameSeconds: pictureSeconds })),
    ...plan.sounds.map(({ name }) => ({ name, kind: 'audio' as const, frameSeconds: SOUND_FRAME_SECONDS })),
  ];
  const bytes = new Map<string, number>();
  for (const [index, { name, kind, frameSeconds }] of parts.entries()) {
    const rendition = manifest.renditions.find(({ file }) => file === `${name}.mp4`);
    if (rendition === undefined) throw new ClipFault(MANIFEST, `it does not have ${name}.mp4`);
    const playlist = await readPlaylist(folder, `${name}.m3u8`);
    const inspected = await inspectRendition(runTool, {
      folder,
      rendition,
      playlist,
      kind,
      clipSeconds,
      frameSeconds,
      signal,
      decryptionKey: protection?.key,
    });
    bytes.set(name, inspected.bytes);
    progress({ fraction: (index + 1) / parts.length });
  }
  await inspectMasters(folder, plan);
  const fault = sheetFault(await read(folder, PREVIEW_FILE), plan.previews);
  if (fault !== undefined) throw new ClipFault(PREVIEW_FILE, fault);
  for (const { file } of subtitles) {
    const text = (await read(folder, file)).toString();
    if (!text.startsWith('WEBVTT\n\n') || !text.includes(' --> ')) throw new ClipFault(file, 'it has no subtitles');
  }
  const sheets = [...new Set(subtitles.flatMap((one) => one.sheets ?? []))];
  let sheetBytes = 0;
  for (const file of sheets) sheetBytes += (await read(folder, file)).length;
  return {
    durationSeconds: Math.round(clipSeconds * 1000) / 1000,
    bytes: [...bytes.values()].reduce((sum, one) => sum + one, sheetBytes),
    // HLS names keys by the systems of Apple, which this service does not have.
    streams: protection
      ? [{ protocol: 'dash', path: MANIFEST, drm: OWN_DRM }]
      : [
          { protocol: 'dash', path: MANIFEST },
          { protocol: 'hls', path: MASTERS.h264 },
        ],
    audio: plan.sounds.flatMap(({ stream, lang, role, label, name }) =>
      stream === null ? [] : [{ lang, role, label, path: `${name}.mp4` }],
    ),
    subtitles: subtitles.map(({ lang, role, label, file, sheets }) => ({
      lang,
      role,
      label,
      path: file,
      ...(sheets && { sheets }),
    })),
    thumbnails: { path: PREVIEW_FILE, ...plan.previews },
    renditions: plan.renditions.map(({ name, codec, width, height }) => ({
      path: `${name}.mp4`,
      codec,
      width,
      height,
      bytes: bytes.get(name) ?? 0,
    })),
    notices: plan.notices,
  };
}

const read = (folder: string, file: string): Promise<Buffer> =>
  readFile(join(folder, file)).catch((error: unknown) =>
    Promise.reject(new ClipFault(file, 'it cannot be read', { cause: error })),
  );

async function readManifest(folder: string): Promise<DashManifest> {
  const manifest = readDashManifest((await read(folder, MANIFEST)).toString());
  if (manifest === undefined) throw new ClipFault(MANIFEST, 'it is incomplete');
  return manifest;
}

async function readPlaylist(folder: string, file: string): Promise<MediaPlaylist> {
  const playlist = readMediaPlaylist((await read(folder, file)).toString());
  if (playlist === undefined) throw new ClipFault(file, 'it is incomplete');
  return playlist;
}

/** Every master names exactly the renditions of its family, and the same sounds. */
async function inspectMasters(folder: string, plan: Plan): Promise<void> {
  for (const family of new Set(plan.renditions.map(({ codec }) => codec))) {
    const file = MASTERS[family];
    const text = (await read(folder, file)).toString();
    const variants = [...text.matchAll(/^#EXT-X-STREAM-INF:.*\n(.+)$/gm)].map(([, uri]) => uri);
    const sounds = [...text.matchAll(/^#EXT-X-MEDIA:TYPE=AUDIO,.*URI="([^"]+)"/gm)].map(([, uri]) => uri);
    const expected = plan.renditions.filter(({ codec }) => codec === family).map(({ name }) => `${name}.m3u8`);
    if (variants.join() !== expected.join() || sounds.join() !== plan.sounds.map(({ name }) => `${name}.m3u8`).join())
      throw new ClipFault(file, 'it does not name the renditions of the clip');
  }
}
