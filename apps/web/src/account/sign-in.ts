import {
  ACCOUNT_DISABLED,
  createUser,
  INVALID_CREDENTIALS,
  INVALID_EMAIL,
  login,
} from '@refrain/contract/account/sign-in'
import { CODE_NEEDED, CODE_WRONG } from '@refrain/contract/account/totp'
import type { InputOf } from '@refrain/contract/operation'
import { call } from '../api/call.ts'
import { CallError } from '../api/send.ts'
import { beginSession } from './session.ts'

/** Reasons that are shown as they are. */
const SHOWN = [ACCOUNT_DISABLED, CODE_NEEDED, CODE_WRONG]

/** Signs in. @returns the message to show if that fails (CODE_NEEDED if a code is missing), else undefined */
export async function signIn(input: InputOf<typeof login>): Promise<string | undefined> {
  try {
    return await begin(await call(login, input))
  } catch (error) {
    const text = textIn(error, 'error')
    if (text === undefined) return messageOf(error)
    return SHOWN.includes(text) ? text : INVALID_CREDENTIALS
  }
}

/** Creates an account and signs in. @returns the message to show if that fails, else undefined */
export async function signUp(input: InputOf<typeof createUser>): Promise<string | undefined> {
  try {
    return await begin(await call(createUser, input))
  } catch (error) {
    if (hasField(error, 'errors')) return INVALID_EMAIL
    return textIn(error, 'error') ?? messageOf(error)
  }
}

/** Begins the session after sign-in or sign-up; the answer may contain an error. */
async function begin(answer: { token: string; error?: string }): Promise<string | undefined> {
  if (answer.error) return answer.error
  await beginSession(answer.token)
  return undefined
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function hasField(error: unknown, field: string): error is CallError {
  const body = error instanceof CallError ? error.body : undefined
  return typeof body === 'object' && body !== null && field in body
}

function textIn(error: unknown, field: string): string | undefined {
  return hasField(error, field) ? String((error.body as Record<string, unknown>)[field]) : undefined
}
