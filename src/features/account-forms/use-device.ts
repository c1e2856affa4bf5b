import type { Device } from '#contract/accounts.ts';
import { usePlatform } from '#src/stores/platform-context.ts';

/** This television, as the server's list of devices shows it. */
export function useDevice(): Device {
  const { platform, model } = usePlatform().device;
  return { platform, ...(model === null ? {} : { model }) };
}
