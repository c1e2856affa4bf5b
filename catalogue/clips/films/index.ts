import type { Film } from '../film.ts';
import { cloudMail } from './cloud-mail.ts';
import { harborDawn } from './harbor-dawn.ts';
import { nightTrain } from './night-train.ts';

export const films: readonly Film[] = [nightTrain, harborDawn, cloudMail];
