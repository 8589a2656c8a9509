import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers a request that Node cannot parse, and closes the connection. */
export function answerMalformedRequest(
  error: Error & { code?: string },
  socket: Socket,
  baseHeaders: Readonly<Record<string, string>>,
  requestId: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // The request may have been answered before its malformed end arrived: a second response would belong to nothing.
  if (socket.bytesWritten > 0) {
    socket.end()
    return
  }
  const status = STATUSES[error.code ?? ''] ?? 400
  const body = JSON.stringify({ error: `${STATUS_CODES[status]}.`, requestId })
  const headers = {
    ...baseHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
