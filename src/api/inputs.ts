import { changeInput, closeInput, getInput, openInput, writeInput, type InputField } from '#contract/inputs.ts';
import type { RequestOf } from '#contract/endpoint.ts';
import type { Client } from './client/client.ts';

/** Opens a text field to phones; `key` proves later calls to be this television's. */
export const openPhoneInput = (api: Client, key: string, field: InputField, text: string) =>
  api.call(openInput, { body: { field, text } }, { token: key });

/** Waits some seconds for a revision after `after`. @throws ApiError with NOT_FOUND after the input's end */
export const waitForPhoneInput = (api: Client, key: string, code: string, after: number, signal: AbortSignal) =>
  api.call(getInput, { params: { code }, query: { after: String(after) } }, { token: key, signal });

export const writePhoneInput = (api: Client, key: string, code: string, body: RequestOf<typeof writeInput>['body']) =>
  api.call(writeInput, { params: { code }, body }, { token: key });

/** Goes to the next field, or shows the error of the current one. */
export const changePhoneInput = (api: Client, key: string, code: string, body: RequestOf<typeof changeInput>['body']) =>
  api.call(changeInput, { params: { code }, body }, { token: key });

export const closePhoneInput = (api: Client, key: string, code: string) =>
  api.call(closeInput, { params: { code } }, { token: key });
