import type { Device } from '#contract/accounts.ts';
import { usePlatform } from '#src/stores/platform-context.ts';

/** This television, as the server lists it among the signed-in devices. */
export function useDevice(): Device {
  const { platform, model } = usePlatform().device;
  return { platform, ...(model === null ? {} : { model }) };
}
