const PLANS = { free: '무료', basic: '베이직', premium: '프리미엄' } as const;

/** `"프리미엄"`. */
export const planLabel = (plan: keyof typeof PLANS): string => PLANS[plan];

/** Benefit of a plan: `"기기 4대에서 함께 볼 수 있어요."`. */
export const planBenefit = ({
  plan,
  max_streams: streams,
}: {
  plan: keyof typeof PLANS;
  max_streams: number;
}): string => {
  if (plan === 'free') return '무료 작품을 볼 수 있어요.';
  return `기기 ${streams}대에서 ${streams > 1 ? '함께 ' : ''}볼 수 있어요.`;
};
