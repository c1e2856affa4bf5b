import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the files of the catalogue's records are. */
export interface FileFolders {
  catalogueFolder: string;
  /** Where the service stores what it makes of an operator's videos. Default: the catalogue's folder. */
  mediaStore?: { has(path: string): Promise<boolean> } | undefined;
}

/** Start of the paths of own videos and their pictures; all others belong to the catalogue's folder. */
export const OWN_FOLDER = 'own';

/** Folder of a title's pictures in the media store, as records write it. */
export const titlePathOf = (titleId: number): string => `${OWN_FOLDER}/title-${titleId}`;

export const isOwnFile = (path: string): boolean => path.startsWith(`${OWN_FOLDER}/`);

/** Whether the file of a record's path exists. */
export const hasFile = ({ catalogueFolder, mediaStore }: FileFolders, path: string): Promise<boolean> =>
  mediaStore !== undefined && isOwnFile(path)
    ? mediaStore.has(path)
    : stat(join(catalogueFolder, path)).then(
        (file) => file.isFile(),
        () => false,
      );
