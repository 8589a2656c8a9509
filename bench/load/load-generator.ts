/** Reads a load from standard input, runs it for its duration and writes the result as JSON. */
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Load, LoadResult } from './load.ts'

const HEAD_END = Buffer.from('\r\n\r\n')

const load = (await json(process.stdin)) as Load
const requests = load.requests.map(({ method, path, headers = {}, body = '' }) => {
  const fields = Object.entries({
    ...headers,
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
  })
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}\r\n${body}`)
})

let answered = 0
let bytes = 0
let at = 0

function open(): void {
  const socket = connect(load.port, '127.0.0.1')
  socket.setNoDelay(true)
  /** Remaining bytes of the current response; an incomplete head stays buffered. */
  let left = 0
  let head = Buffer.alloc(0)

  const ask = () => socket.write(requests[at++ % requests.length] as Buffer)
  socket.on('connect', ask)
  socket.on('data', chunk => {
    bytes += chunk.length
    if (left > 0) left -= chunk.length
    else {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      left = lengthOf(head.toString('latin1', 0, end)) - (head.length - end - HEAD_END.length)
      head = Buffer.alloc(0)
    }
    if (left > 0) return
    answered++
    ask()
  })
}

function lengthOf(head: string): number {
  const [, status] = /^HTTP\/1.1 (\d+)/.exec(head) ?? []
  if (!status?.startsWith('2')) throw new Error(`An answer failed: ${head}`)
  return Number(/content-length: (\d+)/i.exec(head)?.[1])
}

for (let i = 0; i < load.connections; i++) open()
const startedAt = performance.now()
setTimeout(() => {
  const seconds = (performance.now() - startedAt) / 1000
  const result: LoadResult = { perSecond: answered / seconds, bytesPerSecond: bytes / seconds }
  console.log(JSON.stringify(result))
  process.exit(0)
}, load.seconds * 1000)
