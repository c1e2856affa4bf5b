import * as z from 'zod/mini';
import { errorReplySchema, fieldCodes } from '#contract/error-reply.ts';

/** An error reply with exactly the contract's fields, so that nothing leaks, and without library-specific field codes. */
export const strictErrorReply = z.strictObject({
  ...errorReplySchema.shape,
  fields: z.optional(z.record(z.string(), z.array(z.enum(fieldCodes)).check(z.minLength(1)))),
});
