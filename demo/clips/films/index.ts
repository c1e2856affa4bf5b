import type { Film } from '../film.ts';
import { cloudMailTrailer } from './cloud-mail.trailer.ts';
import { cloudMail } from './cloud-mail.ts';
import { cloudQuilt } from './cloud-quilt.ts';
import { harborDawn } from './harbor-dawn.ts';
import { moonPudding } from './moon-pudding.ts';
import { nightTrainTrailer } from './night-train.trailer.ts';
import { nightTrain } from './night-train.ts';
import { rainUmbrella } from './rain-umbrella.ts';

export const films: readonly Film[] = [
  ...[nightTrain, harborDawn, cloudMail],
  ...[moonPudding, cloudQuilt, rainUmbrella],
  ...[nightTrainTrailer, cloudMailTrailer],
];
