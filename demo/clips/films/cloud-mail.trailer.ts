import { jingle } from './advertisement.ts';
import { cloudMail } from './cloud-mail.ts';
import { trailer } from './trailer.ts';

export const cloudMailTrailer = trailer(
  cloudMail,
  [11, 24, 56, 70],
  ['구름 너머로 보내는 편지', '보라에서 만나요'],
  jingle(60, [12, 14, 16, 21, 19, 16, 14, 12, 17, 19, 21, 24, 21, 19, 16, 14, 12, 24]),
);
