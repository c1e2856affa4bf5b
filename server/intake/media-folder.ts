import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN_FOLDER } from '../catalogue/format/index.ts';

/** Name of the folder in which jobs work: on the same disk as their results, which are moved. */
const WORK_FOLDER = '.work';

/** Name of the folder of uploads, on the same disk. */
const UPLOADS_FOLDER = '.uploads';

export const uploadsFolderOf = (mediaFolder: string): string => join(mediaFolder, UPLOADS_FOLDER);

/** An uploaded file. Its name is the upload's id: names that people gave never become paths. */
export const uploadPathOf = (mediaFolder: string, id: string): string => join(uploadsFolderOf(mediaFolder), id);

/** Name of the folder of those uploads that jobs have. */
const JOBS_FOLDER = 'jobs';

export const startedFoldersOf = (mediaFolder: string): string => join(uploadsFolderOf(mediaFolder), JOBS_FOLDER);

/** Folder of an upload that a job uses, with its subtitles. */
export const startedFolderOf = (mediaFolder: string, id: string): string => join(startedFoldersOf(mediaFolder), id);

export const workFolderOf = (mediaFolder: string, jobId: string): string => join(mediaFolder, WORK_FOLDER, jobId);

/** A clip's id is that of its job, without what the catalogue's format does not need. */
export const clipIdOf = (jobId: string): string => jobId.replaceAll('-', '');

/** Path of a clip's folder, as records write it. */
export const clipPathOf = (clipId: string): string => `${OWN_FOLDER}/${clipId}`;

export const makeFolder = (folder: string): Promise<unknown> => mkdir(folder, { recursive: true, mode: 0o700 });

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Ids of the jobs that have a working folder. */
export async function listWorkFolders(mediaFolder: string): Promise<string[]> {
  const names = await readdir(join(mediaFolder, WORK_FOLDER)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => UUID.test(name));
}
