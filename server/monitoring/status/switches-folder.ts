import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { platformNameSchema } from '#contract/platforms.ts';

/** Three numbers, as the app compares them. */
export const versionSchema = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

/** One or two sentences for a television. */
export const maintenanceMessageSchema = z.string().trim().min(1).max(200);

const switchSchema = z.discriminatedUnion('set', [
  z.strictObject({ set: z.literal('maintenance'), message: maintenanceMessageSchema.nullable() }),
  z.strictObject({ set: z.literal('min-version'), platform: platformNameSchema, version: versionSchema.nullable() }),
]);

/** One change by an operator; null resets to the default. */
export type ServiceSwitch = z.output<typeof switchSchema>;

export interface ServiceSwitches {
  /** New switches since the last call, the oldest first. */
  take(): Promise<ServiceSwitch[]>;
}

/** Parses a file; ignores malformed ones. */
function readSwitch(text: string): ServiceSwitch | undefined {
  try {
    return switchSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const folderOf = (dataDir: string) => join(dataDir, 'orders');

/**
 * Leaves a switch for the server that has the embedded database open. Write access to the data folder is the
 * permission.
 */
export async function leaveSwitch(dataDir: string, change: ServiceSwitch): Promise<void> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true });
  const name = `${String(Date.now()).padStart(15, '0')}-${randomUUID()}`;
  // Written under a temporary name first, so that the server never reads a partial file.
  await writeFile(join(folder, `${name}.part`), JSON.stringify(change));
  await rename(join(folder, `${name}.part`), join(folder, `${name}.json`));
}

export function createServiceSwitches(dataDir: string): ServiceSwitches {
  const folder = folderOf(dataDir);
  return {
    async take() {
      const names = await readdir(folder).catch(() => []);
      const switches: ServiceSwitch[] = [];
      for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
        const text = await readFile(join(folder, name), 'utf8');
        await rm(join(folder, name), { force: true });
        const change = readSwitch(text);
        if (change) switches.push(change);
      }
      return switches;
    },
  };
}
