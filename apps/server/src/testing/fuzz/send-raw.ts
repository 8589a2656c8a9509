import { connect } from 'node:net'

export interface RawResponse {
  /** Undefined if the service closed the connection without a response. */
  readonly status: number | undefined
  /** Status line and headers. */
  readonly head: string
  readonly body: string
  /** The service neither answered nor closed in time. */
  readonly isTimedOut: boolean
}

/** Longer than the time limits of the service, also on a loaded machine. */
const WITHIN_MS = 45_000

/**
 * Sends bytes on a connection of their own and reads until the service closes it. Live updates never end: their
 * headers are enough.
 * @param isIncomplete ends our side of the connection after the bytes
 */
export function sendRaw(port: number, bytes: Buffer, isIncomplete: boolean): Promise<RawResponse> {
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const finish = (isTimedOut: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ ...parse(Buffer.concat(chunks).toString('latin1')), isTimedOut })
    }
    const timer = setTimeout(() => finish(true), WITHIN_MS)
    socket.on('error', () => finish(false))
    socket.on('end', () => finish(false))
    socket.on('close', () => finish(false))
    socket.on('data', chunk => {
      chunks.push(chunk)
      if (isEndless(chunks)) finish(false)
    })
    if (isIncomplete) socket.end(bytes)
    else socket.write(bytes)
  })
}

/** Live updates, and complete responses on a connection that the request asked to keep. */
function isEndless(chunks: readonly Buffer[]): boolean {
  const [first = ''] = chunks.slice(0, 1).map(chunk => chunk.toString('latin1'))
  if (/\r\nconnection: close/i.test(first)) return /\r\ncontent-type: text\/event-stream/i.test(first)
  const { status, head, body } = parse(Buffer.concat(chunks).toString('latin1'))
  if (/\r\ncontent-type: text\/event-stream/i.test(head) || status === 204 || status === 304) return true
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return body.length >= Number(length)
  return /\r\ntransfer-encoding: chunked/i.test(head) && body.endsWith('0\r\n\r\n')
}

function parse(text: string): Pick<RawResponse, 'status' | 'head' | 'body'> {
  const end = text.indexOf('\r\n\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]
  if (end < 0 || !status) return { status: undefined, head: '', body: text }
  // 100 Continue comes before the response.
  if (status === '100') return parse(text.slice(end + 4))
  return { status: Number(status), head: text.slice(0, end), body: text.slice(end + 4) }
}
