import { createContext, use } from 'react';
import type { ConsoleSession } from '#contract/console/staff.ts';
import type { StaffRole } from '#contract/console/endpoint.ts';

export const ROLE_NAMES: Record<StaffRole, string> = { owner: '소유자', editor: '편성', support: '고객 지원' };

export interface Me {
  session: ConsoleSession;
  may(...roles: StaffRole[]): boolean;
  signOut(): Promise<void>;
}

export const MeContext = createContext<Me | null>(null);

export function useMe(): Me {
  const me = use(MeContext);
  if (me === null) throw new Error('useMe outside of a session');
  return me;
}
