import * as z from 'zod/mini';
import { errorReplySchema } from '#contract/error-reply.ts';

/** An error answer with nothing beside what the contract names, so that nothing leaks. */
export const strictErrorReply = z.strictObject(errorReplySchema.shape);
