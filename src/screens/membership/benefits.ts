import type { Account } from '#contract/accounts.ts';

/** What a membership gives, or what is missing without one. */
export interface Benefit {
  readonly text: string;
  readonly isGiven: boolean;
}

/** The sentences on the card of a membership, what it gives first. */
export function benefitsOf({ plan, max_streams: streams }: Omit<Account['membership'], 'expires_at'>): Benefit[] {
  const isMember = plan !== 'free';
  return [
    { text: isMember ? '멤버십 작품을 모두 봐요' : '무료 작품을 봐요', isGiven: true },
    { text: streams > 1 ? `기기 ${streams}대에서 함께 봐요` : '기기 1대에서 봐요', isGiven: true },
    ...(isMember ? [] : [{ text: '멤버십 작품은 볼 수 없어요', isGiven: false }]),
    { text: isMember ? '광고 없이 봐요' : '광고를 보고 나서 보는 작품이 있어요', isGiven: isMember },
  ];
}
