import { type AddressInfo, createServer } from 'node:net'

/** An unused port: the link in an email must be known before the service listens. */
export function findPort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
