import { fileURLToPath } from 'node:url'
import type { RawResponse } from './send-raw.ts'

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))

/** What no response may contain. */
const INTERNALS: readonly (readonly [string, RegExp])[] = [
  ['a stack', /\n\s+at (?:async )?\S+ ?\(?(?:file|node|\/)/],
  [
    'a path',
    new RegExp(`${ROOT.replaceAll(/[.*+?^$()|[\]{}\\]/g, '\\$&')}|node_modules/|/refrain-test-|refrain\\.db`),
  ],
  ['SQL', /SQLITE_|UNIQUE constraint|syntax error at or near|relation "\w+" |\bselect\b.{1,80}\bfrom "/i],
]

/** With the encoding of texts. */
const CONTENT_TYPE = /\r\ncontent-type: (?!text\/(?!event-stream)[^;\r]*\r)\S/i

/** What is wrong with a response; undefined if nothing is. */
export function findFault(
  { status, head, body, isTimedOut }: RawResponse,
  isIncomplete: boolean,
): string | undefined {
  if (isTimedOut) return 'neither a response nor the end of the connection'
  if (status === undefined) return isIncomplete && body === '' ? undefined : 'no response'
  if (status >= 500 && !(status === 503 && /\r\nretry-after: \d/i.test(head))) return `status ${status}`
  const internals = INTERNALS.find(([, pattern]) => pattern.test(head) || pattern.test(body))
  if (internals) return `the response shows ${internals[0]}`
  if (body !== '' && !CONTENT_TYPE.test(head)) return 'a body without its type, or text without its encoding'
  if (status >= 400 && /\r\ncontent-type: application\/json/i.test(head)) return findErrorFault(body)
  return undefined
}

function findErrorFault(body: string): string | undefined {
  // A response to HEAD has no body.
  if (body === '') return undefined
  try {
    const { error, requestId, errors, ...more } = JSON.parse(dechunk(body))
    const isComplete = typeof error === 'string' && typeof requestId === 'string'
    return isComplete && Object.keys(more).length === 0 ? undefined : 'the error is not { error, requestId }'
  } catch {
    return 'the error is no JSON'
  }
}

const dechunk = (body: string) =>
  body.startsWith('{') ? body : body.replaceAll(/^[\da-f]+\r\n|\r\n[\da-f]+\r\n/gi, '')
