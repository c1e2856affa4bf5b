import { buildBox, uint32 } from './boxes.ts';

/** The common system id (W3C, "cenc" initialization data): every key system reads key ids from its box. */
const commonSystem = '1077efecc0b24d02ace33c1e52e2fb4b';

/** A "pssh" box of version 1 with one key id. */
export const commonPssh = (keyId: string): Buffer =>
  buildBox(
    'pssh',
    uint32(0x01000000),
    Buffer.from(commonSystem, 'hex'),
    uint32(1),
    Buffer.from(keyId, 'hex'),
    uint32(0),
  );
