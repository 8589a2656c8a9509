import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { TAB_HEADER } from '@refrain/contract/live-updates'
import { fillPath, type InputOf, type Operation, type OutputOf } from '@refrain/contract/operation'
import { backend } from './backend.ts'
import { watchRequest } from './connection.ts'
import { CallError, needsConfirmation, readOutput, readRetryAfter } from './send.ts'
import { sessionAccess } from './session-access.ts'
import { tabId } from './tab-id.ts'

interface Options<Op extends Operation> {
  /** What the path names. */
  readonly input?: InputOf<Op>
  /** By default that of whoever is signed in. */
  readonly token?: string
  readonly signal?: AbortSignal
}

/** Sends a file as the form field `file`. A sensitive change may ask the listener to prove who they are first. @throws CallError if the response is not ok */
export async function sendFile<Op extends Operation>(
  operation: Op,
  file: Blob,
  { input, token: given, signal }: Options<Op> = {},
): Promise<OutputOf<Op>> {
  const token = given ?? (await sessionAccess().readToken())
  try {
    return await sendForm(operation, file, { input, token, signal })
  } catch (error) {
    if (!needsConfirmation(error) || !(await sessionAccess().confirm())) throw error
    return sendForm(operation, file, { input, token, signal })
  }
}

interface FormOptions<Op extends Operation> {
  readonly input: InputOf<Op> | undefined
  readonly token: string | null
  readonly signal: AbortSignal | undefined
}

async function sendForm<Op extends Operation>(
  operation: Op,
  file: Blob,
  { input, token, signal }: FormOptions<Op>,
): Promise<OutputOf<Op>> {
  const form = new FormData()
  form.append('file', file)
  const response = await watchRequest(
    fetch(backend + fillPath(operation.path, { ...input }), {
      method: operation.method,
      body: form,
      credentials: backend ? 'include' : 'same-origin',
      headers: token ? { [TOKEN_HEADER]: token, [TAB_HEADER]: tabId } : {},
      ...(signal && { signal }),
    }),
    { isUpload: true },
  )
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined)
    throw new CallError(response.status, response.statusText, body, readRetryAfter(response))
  }
  return readOutput(operation, response)
}
