import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Bytes of the answer's body as sent, set once it has ended. */
  bytes: number
  status: number
}

/** Forwards requests to the service and records them, including those of service workers. */
export async function startRecordingProxy(target: string) {
  const recorded: RecordedRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const body = await buffer(incoming)
    const record: RecordedRequest = { method, path, headers, body, bytes: 0, status: 0 }
    recorded.push(record)
    const onward = request(new URL(path, target), { method, headers }, answer => {
      record.status = answer.statusCode ?? 0
      outgoing.writeHead(record.status, answer.headers)
      answer.on('data', (chunk: Buffer) => {
        record.bytes += chunk.length
      })
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    onward.end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recorded,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
