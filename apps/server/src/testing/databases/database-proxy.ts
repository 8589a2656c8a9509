import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface DatabaseProxy {
  /** The same database through the proxy. */
  readonly url: string
  /** Ends all connections and refuses new ones. */
  cut(): void
  restore(): void
}

/**
 * A proxy in front of PostgreSQL, to simulate an outage.
 * @param cutAt disconnects when a statement contains this text
 */
export async function startDatabaseProxy(url: string, cutAt?: string): Promise<DatabaseProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer(socket => {
    const other = connect(Number(target.port), target.hostname)
    for (const one of [socket, other]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        other.destroy()
      })
    }
    if (isCut) {
      socket.destroy()
      return
    }
    socket.on('data', chunk => {
      if (cutAt !== undefined && chunk.includes(cutAt)) cut()
      else other.write(chunk)
    })
    other.on('data', chunk => socket.write(chunk))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    cut()
    server.close()
  })
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    cut,
    restore() {
      isCut = false
    },
  }
}
