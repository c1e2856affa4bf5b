const PLANS = { free: '무료', basic: '베이직', premium: '프리미엄' } as const;

/** `"프리미엄"`. */
export const planLabel = (plan: keyof typeof PLANS): string => PLANS[plan];
