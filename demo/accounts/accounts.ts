import type { DemoAccount } from '../../server/demo/demo.ts';

export const password = 'bora-demo-1';

/** External checks rely on these accounts (contract.md, section 10). */
export const accounts: readonly DemoAccount[] = [
  {
    email: 'demo@bora.example',
    plan: 'premium',
    isIdentityProved: true,
    profiles: [
      { name: '보라', maxRating: '19' },
      { name: '아빠', maxRating: '19', pin: '1234' },
      { name: '하늘이', maxRating: '12' },
      { name: '유나', maxRating: '15' },
    ],
  },
  { email: 'free@bora.example', plan: 'free', isIdentityProved: false, profiles: [{ name: '나', maxRating: '19' }] },
];
