import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { TAB_HEADER } from '@refrain/contract/live-updates'
import type { Operation, OutputOf } from '@refrain/contract/operation'
import { backend } from './backend.ts'
import { CallError } from './send.ts'
import { sessionAccess } from './session-access.ts'
import { tabId } from './tab-id.ts'

/** Sends a file as the form field `file`. @throws CallError if the response is not ok */
export async function sendFile<Op extends Operation>(operation: Op, file: Blob): Promise<OutputOf<Op>> {
  const token = await sessionAccess().readToken()
  const form = new FormData()
  form.append('file', file)
  const response = await fetch(backend + operation.path, {
    method: operation.method,
    body: form,
    credentials: backend ? 'include' : 'same-origin',
    headers: token ? { [TOKEN_HEADER]: token, [TAB_HEADER]: tabId } : {},
  })
  if (!response.ok) throw new CallError(response.status, response.statusText)
  return (await response.json()) as OutputOf<Op>
}
