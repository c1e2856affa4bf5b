import * as z from 'zod/mini';
import { errorReplySchema, fieldCodes } from '#contract/error-reply.ts';

/** An error answer with nothing beside what the contract names, so that nothing leaks, and no field code of a library's. */
export const strictErrorReply = z.strictObject({
  ...errorReplySchema.shape,
  fields: z.optional(z.record(z.string(), z.array(z.enum(fieldCodes)).check(z.minLength(1)))),
});
