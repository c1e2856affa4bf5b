import type { TitleArt } from '../title-art.ts';
import { acornSubmarine } from './acorn-submarine.ts';
import { blackPlumSword } from './black-plum-sword.ts';
import { cloudPierNine } from './cloud-pier-nine.ts';
import { inkDetective } from './ink-detective.ts';
import { lanternFox } from './lantern-fox.ts';
import { lastTrainSnow } from './last-train-snow.ts';
import { lockerThirteen } from './locker-thirteen.ts';
import { mossPostOffice } from './moss-post-office.ts';
import { neonErrands } from './neon-errands.ts';
import { oneUmbrella } from './one-umbrella.ts';
import { redDesertRadio } from './red-desert-radio.ts';
import { ridgeSprint } from './ridge-sprint.ts';
import { rooftopBand } from './rooftop-band.ts';
import { skyWhaleSummer } from './sky-whale-summer.ts';
import { starLibrary } from './star-library.ts';
import { sunsetBakery } from './sunset-bakery.ts';
import { twelveWaves } from './twelve-waves.ts';
import { twelveWavesFilm } from './twelve-waves-film.ts';
import { raon, raonTwo } from './raon.ts';

/** The art of every title, in the order of their ids. */
export const titleArt: readonly TitleArt[] = [
  twelveWaves,
  twelveWavesFilm,
  lastTrainSnow,
  lanternFox,
  raon,
  raonTwo,
  inkDetective,
  sunsetBakery,
  cloudPierNine,
  ridgeSprint,
  starLibrary,
  oneUmbrella,
  acornSubmarine,
  redDesertRadio,
  blackPlumSword,
  rooftopBand,
  skyWhaleSummer,
  mossPostOffice,
  neonErrands,
  lockerThirteen,
];
