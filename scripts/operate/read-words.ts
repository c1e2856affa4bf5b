import { parseArgs } from 'node:util';
import type { StaffRole } from '#contract/console/endpoint.ts';
import { staffRoleSchema } from '#contract/console/staff.ts';
import { platformNameSchema } from '#contract/accounts.ts';
import { emailSchema } from '#contract/values.ts';
import { maintenanceMessageSchema, versionSchema, type ServiceSwitch } from '#server/status/switches-folder.ts';

export const USAGE = `npm run operate -- maintenance on "<what viewers are told>"     every call but the status is answered with 503
npm run operate -- maintenance off
npm run operate -- min-version <tizen|webos|web> <1.2.0|off>    older apps ask their viewers to update
npm run operate -- staff list                                   who may use the console
npm run operate -- staff add EMAIL --role owner|editor|support  prints a link that sets the password, once and within a day
npm run operate -- staff link EMAIL                             a new link, for a lost password or phone
npm run operate -- staff role EMAIL --role owner|editor|support
npm run operate -- staff remove EMAIL`;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type OperateCommand =
  | { name: 'switch'; change: ServiceSwitch }
  | { name: 'staff list' }
  | { name: 'staff add' | 'staff role'; email: string; role: StaffRole }
  | { name: 'staff link' | 'staff remove'; email: string };

function readStaff([verb, email, ...more]: readonly string[], role: string | undefined): OperateCommand | undefined {
  if (verb === 'list') return email === undefined && role === undefined ? { name: 'staff list' } : undefined;
  const address = emailSchema.safeParse(email);
  const chosen = staffRoleSchema.safeParse(role);
  if (!address.success || more.length > 0) return undefined;
  if (verb === 'add' || verb === 'role')
    return chosen.success ? { name: `staff ${verb}`, email: address.data, role: chosen.data } : undefined;
  if (verb === 'link' || verb === 'remove')
    return role === undefined ? { name: `staff ${verb}`, email: address.data } : undefined;
  return undefined;
}

function readSwitch([command, first = '', second = '']: readonly string[]): ServiceSwitch | undefined {
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

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: { role: { type: 'string' } }, allowPositionals: true });
  } catch {
    throw new UsageError(USAGE);
  }
}

/** @throws UsageError */
export function readWords(words: readonly string[]): OperateCommand {
  // The sentence for viewers may begin with a dash.
  const isStaff = words[0] === 'staff';
  const { positionals, values } = isStaff ? parse(words.slice(1)) : { positionals: words, values: {} };
  if (isStaff) {
    const command = readStaff(positionals, 'role' in values ? values.role : undefined);
    if (command) return command;
  } else {
    const change = readSwitch(positionals);
    if (change) return { name: 'switch', change };
  }
  throw new UsageError(USAGE);
}
