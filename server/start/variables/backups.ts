import { resolve } from 'node:path';
import { z } from 'zod';
import type { BackupPlan } from '#server/backup/index.ts';
import { documented, EnvError, isInside } from './variable.ts';

export const backupVariables = {
  BACKUP_DIR: documented(z.string().min(1).optional(), {
    description:
      'Folder into which the service backs the embedded database up each day, best on another disk. Videos and pictures are not in it.',
    unset: 'backups are made by hand: `bora backup FILE`',
    example: '/mnt/backups',
  }),
  BACKUP_AT: documented(
    z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 04:30' })
      .default('04:30'),
    { description: 'When, by the clock of Korea.' },
  ),
  BACKUP_KEEP: documented(z.coerce.number().int().min(1).max(1000).default(7), {
    description: 'How many of them are kept.',
  }),
  BACKUP_SECRET: documented(z.string().min(16, { error: 'must have at least 16 characters' }).max(200).optional(), {
    description: 'Encrypts backups, also those of the command. Whoever restores one needs it; keep it elsewhere.',
    unset: 'they are as readable as the database',
    example: 'at-least-sixteen-characters',
    isSecret: true,
  }),
};

type BackupVariables = z.output<z.ZodObject<typeof backupVariables>> & {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
};

/** @throws EnvError where the database has tools of its own. */
export function backupsOf({
  BACKUP_DIR: folder,
  BACKUP_AT: at,
  BACKUP_KEEP: kept,
  ...data
}: BackupVariables): BackupPlan | undefined {
  if (folder === undefined) return undefined;
  if (data.DATABASE_URL !== undefined)
    throw new EnvError('BACKUP_DIR: is for the embedded database; back PostgreSQL up by its own tools');
  if (isInside(resolve(folder), resolve(data.DATA_DIR, 'database')))
    throw new EnvError('BACKUP_DIR: must lie outside of the database');
  const [hour, minute] = at.split(':').map(Number) as [number, number];
  return { folder: resolve(folder), atMinute: hour * 60 + minute, kept };
}
