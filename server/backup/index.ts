export { createBackupOperations } from './operations.ts';
