import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { OperatorError, type Settings } from '../settings.ts'

/**
 * Connections that may wait to be accepted, as far as the system allows. After a restart all listeners come back at once; Node's 511
 * would make them try again after a second or more.
 */
const BACKLOG = 4096

/** @throws OperatorError if the port or host cannot be used */
export async function listen(app: FastifyInstance, { port, host }: Settings): Promise<void> {
  try {
    await app.listen({ port, host, backlog: BACKLOG })
  } catch (error) {
    throw toOperatorError(error as NodeJS.ErrnoException, port, host)
  }
}

/** The server's address for a browser on this machine. */
export function listeningAddress(app: FastifyInstance, { host }: Settings): string {
  const { port } = app.server.address() as AddressInfo
  const isWildcard = host === '0.0.0.0' || host === '::'
  const name = isWildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

function toOperatorError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new OperatorError(`Port ${port} is in use: stop what runs there, or set PORT to another.`)
    case 'EACCES':
      return new OperatorError(`Port ${port} is reserved by the system: set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperatorError(`This machine has no address ${host}: set HOST to one that it has.`)
    default:
      return error
  }
}
