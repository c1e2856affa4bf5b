import { JOB_NAMES } from '#contract/console/job-names.ts';
import { REMEDIES, TROUBLE_NAMES } from '#contract/console/trouble-texts.ts';
import { formatKoreanTime } from '../lib/korean-time.ts';
import type { MailContent, ToldTrouble } from './content.ts';
import type { Letter } from './letter.ts';

/** Apps write other details themselves: nothing of them goes into a mail. */
const nameOf = ({ kind, detail }: ToldTrouble) => {
  const job = kind === 'job' ? JOB_NAMES[detail] : undefined;
  return job === undefined ? TROUBLE_NAMES[kind] : `${TROUBLE_NAMES[kind]}: ${job}`;
};

/** What is wrong with the service and what to do about it, and what is over, for an owner. */
export function troublesLetter(
  { started, ended }: Extract<MailContent, { kind: 'troubles' }>,
  publicUrl: string,
): Letter {
  const [first, ...others] = [...started, ...ended];
  const more = others.length === 0 ? '' : ` 외 ${others.length}건`;
  const what = first === undefined ? '' : nameOf(first);
  return {
    subject: `[보라 콘솔] ${started.length > 0 ? '' : '해결됐어요: '}${what}${more}`,
    lines: [
      ...started.flatMap((one) => [
        `${nameOf(one)} (${formatKoreanTime(new Date(one.since))}부터, 한국 시간)`,
        REMEDIES[one.kind],
      ]),
      ...ended.map((one) => `해결됐어요: ${nameOf(one)}`),
    ],
    link: { label: '현황 보기', url: `${publicUrl}/console/#/overview` },
    closing: '이 메일은 서비스의 소유자에게 보내요. 같은 문제는 끝날 때까지 다시 알리지 않아요.',
  };
}
