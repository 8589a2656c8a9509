import type { Socket } from 'node:net'

const BAD_REQUEST = [400, 'Bad Request'] as const
/** By the code of the error. Not from `node:http`: a module that imports it makes Node load its `fetch`, 10 MB. */
const STATUSES: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

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
  const [status, text] = STATUSES[error.code ?? ''] ?? BAD_REQUEST
  const body = JSON.stringify({ error: `${text}.`, requestId })
  const headers = {
    ...baseHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${text}\r\n${lines.join('')}\r\n${body}`)
}
