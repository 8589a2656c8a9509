import type { Worker } from 'node:cluster'

/** What Node's cluster module sends with a new connection, and what a worker replies once it has taken it or not. */
interface ClusterMessage {
  readonly cmd?: string
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

interface Connection {
  close(): void
}

/**
 * Closes the connections that a worker was given and had not taken when it died, so that clients ask again. Node waits for
 * the reply to each of them for ever, and keeps them open meanwhile.
 */
export function closeUntaken(worker: Worker): void {
  const untaken = new Map<number, Connection>()
  const child = worker.process
  const send = child.send.bind(child)
  child.send = (message: ClusterMessage, connection?: unknown, ...rest: never[]) => {
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn' && message.seq !== undefined)
      untaken.set(message.seq, connection as Connection)
    return send(message, connection as never, ...rest)
  }
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) untaken.delete(ack)
  })
  // After the last reply has been read, unlike exit.
  child.once('close', () => {
    for (const connection of untaken.values()) connection.close()
    untaken.clear()
  })
}
