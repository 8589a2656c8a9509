import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { CallError, needsConfirmation, type RequestOptions, send } from './send.ts'
import { sessionAccess } from './session-access.ts'

/**
 * Calls an operation of the contract. Operations for members wait until it is certain who is signed in, and send their
 * token.
 * @throws CallError if the response is not ok
 */
export async function call<Op extends Operation>(
  operation: Op,
  input: InputOf<Op>,
  signal?: AbortSignal,
  options?: RequestOptions,
): Promise<OutputOf<Op>> {
  if (operation.who === 'guest') return send(operation, input, { ...options, signal })
  return callAs(await sessionAccess().readToken(), operation, input, { ...options, signal })
}

/**
 * Calls an operation with the given token, whoever is signed in by now: for tasks of several calls. If the server
 * rejects the token, the session ends here too. A sensitive change may ask the listener to prove who they are first.
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
    if (token && error instanceof CallError && error.status === 401) sessionAccess().endSession(token)
    if (!needsConfirmation(error) || !(await sessionAccess().confirm())) throw error
    return send(operation, input, { ...options, token })
  }
}
