import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { endSession, readToken } from '../account/session.ts'
import { CallError, send } from './send.ts'

/**
 * Calls an operation of the contract. What is not for guests waits until it is known who is signed in, and
 * carries their token (API-01); where the server knows no such session any more, it is over here as well,
 * without a word (PROP-08). Throws CallError where the answer is not ok.
 */
export async function call<Op extends Operation>(
  operation: Op,
  input: InputOf<Op>,
  signal?: AbortSignal,
  headers?: Readonly<Record<string, string>>,
): Promise<OutputOf<Op>> {
  if (operation.who === 'guest') return send(operation, input, { signal, headers })
  const token = await readToken()
  try {
    return await send(operation, input, { signal, token, headers })
  } catch (error) {
    if (token && error instanceof CallError && error.status === 401) endSession(token)
    throw error
  }
}
