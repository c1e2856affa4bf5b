import { jingle } from './advertisement.ts';
import { nightTrain } from './night-train.ts';
import { trailer } from './trailer.ts';

export const nightTrainTrailer = trailer(
  nightTrain,
  [1, 19, 33, 54],
  ['눈이 그치기 전에', '보라에서 만나요'],
  jingle(57, [12, 16, 19, 24, 19, 16, 14, 17, 21, 17, 14, 12, 11, 14, 19, 14, 12, 24]),
);
