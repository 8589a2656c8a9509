/** Names and values, in the order in which they are sent. */
export type Headers = readonly (readonly [string, string])[]

/** A request before it is encoded. */
export interface Draft {
  readonly method: string
  readonly target: string
  readonly headers: Headers
  readonly body: Buffer
}

/** Escapes any text for an address. */
export const percent = (text: string) => encodeURIComponent(text.toWellFormed())

/** The headers with another content type. */
export const withType = (headers: Headers, type: string): Headers => [
  ...headers.filter(([name]) => name !== 'content-type'),
  ['content-type', type],
]

/** Header names that a draft may set itself instead of the usual value. */
const USUAL: Headers = [
  ['host', 'localhost'],
  ['connection', 'close'],
]

/** Request line and headers, up to the body. */
export function headOf({ method, target, headers }: Draft, more: Headers): Buffer {
  const all = [...USUAL, ...more].filter(([name]) => !headers.some(([given]) => given === name))
  const lines = [...all, ...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`)
}

/** The request as bytes, with the length of its body. */
export function encode(draft: Draft): Buffer {
  const { method, body } = draft
  const length: Headers =
    body.length > 0 || method === 'POST' ? [['content-length', String(body.length)]] : []
  return Buffer.concat([headOf(draft, length), body])
}
