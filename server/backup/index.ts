export { bytesIn, pack } from './archive.ts';
export { backupJob, createMakeBackup, type BackupPlan } from './daily.ts';
export { createBackupOperations } from './operations.ts';
