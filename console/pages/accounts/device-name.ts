import type { SupportedAccount } from '#contract/console/accounts.ts';
import { platformLabel } from '#contract/platforms.ts';

/** What the viewer calls it, else its maker and model: `삼성 TV QN90D`. */
export const deviceName = ({ name, model, platform }: SupportedAccount['devices'][number]['device']): string =>
  name ?? [platformLabel(platform), model].filter(Boolean).join(' ');
