import { join } from 'node:path';

/** Where the files of the catalogue's records are. */
export interface FilePlaces {
  catalogueFolder: string;
  /** Where the service stores what it makes of an operator's videos. Default: the catalogue's folder. */
  mediaFolder?: string | undefined;
}

/** Start of the paths of own videos and their pictures; all others belong to the catalogue's folder. */
export const OWN_FOLDER = 'own';

/** The folder that a path of a record is relative to. */
export const rootOf = ({ catalogueFolder, mediaFolder = catalogueFolder }: FilePlaces, path: string): string =>
  path.startsWith(`${OWN_FOLDER}/`) ? mediaFolder : catalogueFolder;

export const fileOf = (places: FilePlaces, path: string): string => join(rootOf(places, path), path);
