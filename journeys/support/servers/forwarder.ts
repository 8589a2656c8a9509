import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'

/** Forwards connections from port `from` to port `to` on this machine. */
export async function forward(from: number, to: number): Promise<Server> {
  const server = createServer(client => {
    const service = connect(to, '127.0.0.1')
    client.pipe(service).pipe(client)
    for (const side of [client, service]) {
      side.on('error', () => {
        client.destroy()
        service.destroy()
      })
    }
  })
  server.listen(from, '127.0.0.1')
  await once(server, 'listening')
  return server
}
