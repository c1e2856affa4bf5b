import { constants } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageDrawings } from '../drawings/package-drawings.ts';
import { ENCODED_FILE, encodedSchema, filesOf } from '../encode/encoded.ts';
import { PREVIEW_FILE, STILL_FILE } from '../encode/picture-arguments.ts';
import { explainFailure } from '../explain-failure.ts';
import { IntakeError, shownName } from '../intake-error.ts';
import { readDashManifest } from '../package/dash-manifest.ts';
import { hlsMasters, type Packaged } from '../package/hls-masters.ts';
import { readMediaPlaylist, writeMediaPlaylist } from '../package/media-playlist.ts';
import { keyFlags, MANIFEST, packagerArguments } from '../package/packager-arguments.ts';
import { type Plan, planSchema, planSeconds } from '../plan/plan.ts';
import type { RunTool } from '../run-tool.ts';
import { readJson, removeUnfinished, RESULTS, writeFolder } from './results.ts';
import type { Step } from './step.ts';

/** The packager copies at the speed of the disk. */
const LIMIT_MS = 2 * 60 * 60_000;

/** Packages the encoded files into segments with manifests of DASH and HLS, and adds subtitles and previews. */
export const createPackageStep = (runTool: RunTool): Step => ({
  name: 'package',
  run: async ({ source, folder, protection, signal, notice }) => {
    await removeUnfinished(folder);
    const plan = await readJson(join(folder, RESULTS.plan), planSchema);
    const encoded = join(folder, RESULTS.encode);
    try {
      await writeFolder(folder, RESULTS.package, async (draft) => {
        await runTool('packager', {
          arguments: packagerArguments(plan, `../${RESULTS.encode}`, protection),
          folder: draft,
          signal,
          limitMs: LIMIT_MS,
          ...(protection && { secret: keyFlags(protection) }),
        });
        await rewritePlaylists(plan, draft, shownName(source));
        const { subtitles, drawings } = await readJson(join(encoded, ENCODED_FILE), encodedSchema);
        await packageDrawings({ runTool, plan, draft, protection, signal, notice }, drawings);
        for (const file of [PREVIEW_FILE, STILL_FILE, ...filesOf(subtitles)])
          await copyFile(join(encoded, file), join(draft, file), constants.COPYFILE_FICLONE);
      });
    } catch (error) {
      throw explainFailure(error, 'packaging', source, signal);
    }
  },
});

/** Replaces the packager's playlists: its masters mix codec families, and let players choose another sound. */
async function rewritePlaylists(plan: Plan, draft: string, name: string): Promise<void> {
  const manifest = readDashManifest(await readFile(join(draft, MANIFEST), 'utf8'));
  const packaged = new Map<string, Packaged>();
  for (const one of [...plan.renditions, ...plan.sounds]) {
    const path = join(draft, `${one.name}.m3u8`);
    const playlist = readMediaPlaylist(await readFile(path, 'utf8'));
    const codecs = manifest?.renditions.find(({ file }) => file === `${one.name}.mp4`)?.codecs;
    if (playlist === undefined || codecs === undefined)
      throw new IntakeError('PACKAGE_DAMAGED', { name, file: `${one.name}.mp4` });
    packaged.set(one.name, { playlist, codecs });
    await writeFile(path, writeMediaPlaylist(playlist, planSeconds(plan)));
  }
  const masters = hlsMasters(plan, (wanted) => {
    const found = packaged.get(wanted);
    if (found === undefined) throw new Error(`no rendition ${wanted}`);
    return found;
  });
  for (const [file, text] of Object.entries(masters)) await writeFile(join(draft, file), text);
}
