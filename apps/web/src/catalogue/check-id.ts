import { isId } from '@refrain/contract/values'
import { CallError } from '../api/send.ts'

/**
 * The id an address names, to ask for. What can be nobody's id is not found, without asking, like an id that
 * nothing has (PROP-37).
 */
export function checkId(id: string): string {
  if (!isId(id)) throw new CallError(404, 'Not Found')
  return id
}
