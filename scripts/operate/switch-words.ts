import { platformNameSchema } from '#contract/platforms.ts';
import {
  maintenanceMessageSchema,
  versionSchema,
  type ServiceSwitch,
} from '#server/monitoring/status/switches-folder.ts';

/** @returns undefined for words that are no switch of the service. */
export function readSwitch([command, first = '', second = '']: readonly string[]): ServiceSwitch | undefined {
  if (command === 'maintenance') {
    if (first === 'off') return { set: 'maintenance', message: null };
    const message = maintenanceMessageSchema.safeParse(second);
    if (first === 'on' && message.success) return { set: 'maintenance', message: message.data };
  }
  if (command === 'min-version') {
    const platform = platformNameSchema.safeParse(first);
    const version = versionSchema.safeParse(second);
    if (platform.success && second === 'off') return { set: 'min-version', platform: platform.data, version: null };
    if (platform.success && version.success)
      return { set: 'min-version', platform: platform.data, version: version.data };
  }
  return undefined;
}
