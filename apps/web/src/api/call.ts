import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { endSession, readToken } from '../account/session.ts'
import { CallError, type RequestOptions, send } from './send.ts'

/**
 * Calls an operation of the contract. What is not for guests waits until it is known who is signed in, and
 * carries their token (API-01). Throws CallError where the answer is not ok.
 */
export async function call<Op extends Operation>(
  operation: Op,
  input: InputOf<Op>,
  signal?: AbortSignal,
  options?: RequestOptions,
): Promise<OutputOf<Op>> {
  if (operation.who === 'guest') return send(operation, input, { ...options, signal })
  return callAs(await readToken(), operation, input, { ...options, signal })
}

/**
 * The same in the name of one listener, whoever is signed in by now: for what takes several calls. Where the
 * server knows no such session any more, it is over here as well, without a word (PROP-08).
 */
export async function callAs<Op extends Operation>(
  token: string | null,
  operation: Op,
  input: InputOf<Op>,
  options?: RequestOptions & { readonly signal?: AbortSignal | undefined },
): Promise<OutputOf<Op>> {
  try {
    return await send(operation, input, { ...options, token })
  } catch (error) {
    if (token && error instanceof CallError && error.status === 401) endSession(token)
    throw error
  }
}
