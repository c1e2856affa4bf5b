import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { platformNameSchema } from '#contract/accounts.ts';

/** Three numbers, as the app compares them. */
export const versionSchema = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

/** One or two sentences on a television. */
export const maintenanceMessageSchema = z.string().trim().min(1).max(200);

const orderSchema = z.discriminatedUnion('set', [
  z.strictObject({ set: z.literal('maintenance'), message: maintenanceMessageSchema.nullable() }),
  z.strictObject({ set: z.literal('min-version'), platform: platformNameSchema, version: versionSchema.nullable() }),
]);

/** One word of an operator; null takes back what was set. */
export type ServiceOrder = z.output<typeof orderSchema>;

export interface Orders {
  /** What was left since the last time, the oldest first. */
  take(): Promise<ServiceOrder[]>;
}

/** What is no order is as if nobody had left it. */
function readOrder(text: string): ServiceOrder | undefined {
  try {
    return orderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const folderOf = (dataDir: string) => join(dataDir, 'orders');

/**
 * Leaves an order for the server that has the embedded database for itself. Who may write to the data folder may give
 * orders.
 */
export async function leaveOrder(dataDir: string, order: ServiceOrder): Promise<void> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true });
  const name = `${String(Date.now()).padStart(15, '0')}-${randomUUID()}`;
  // Under another name until it is whole.
  await writeFile(join(folder, `${name}.part`), JSON.stringify(order));
  await rename(join(folder, `${name}.part`), join(folder, `${name}.json`));
}

export function createOrders(dataDir: string): Orders {
  const folder = folderOf(dataDir);
  return {
    async take() {
      const names = await readdir(folder).catch(() => []);
      const orders: ServiceOrder[] = [];
      for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
        const text = await readFile(join(folder, name), 'utf8');
        await rm(join(folder, name), { force: true });
        const order = readOrder(text);
        if (order) orders.push(order);
      }
      return orders;
    },
  };
}
