import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';

/** What Node throws where a disk has no room. */
export const noRoom = (syscall: string): Error =>
  Object.assign(new Error(`ENOSPC: no space left on device, ${syscall}`), { code: 'ENOSPC', syscall });

/** A disk that takes so many bytes and no more. */
export const fullAfter = (bytes: number): typeof createWriteStream =>
  ((...given: Parameters<typeof createWriteStream>) => {
    const file = createWriteStream(...given);
    let left = bytes;
    return new Writable({
      write(chunk: Buffer, encoding, done) {
        left -= chunk.length;
        if (left < 0) done(noRoom('write'));
        else file.write(chunk, encoding, done);
      },
      final: (done) => void file.end(done),
      destroy: (error, done) => void file.destroy().once('close', () => done(error)),
    });
  }) as typeof createWriteStream;
