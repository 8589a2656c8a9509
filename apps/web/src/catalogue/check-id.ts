import { isId } from '@refrain/contract/values'
import { CallError } from '../api/send.ts'

/** @throws CallError 404 without a call, if no record can have this id */
export function checkId(id: string): string {
  if (!isId(id)) throw new CallError(404, 'Not Found')
  return id
}
