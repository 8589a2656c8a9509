/** Runs an S3-compatible server with one empty bucket, and sends its port. Arguments: folder, bucket, CORS configuration, port (0: any). */
import type { AddressInfo } from 'node:net'
// @ts-expect-error The package has no types.
import S3rver from 's3rver'

const [directory, name, cors, port = '0'] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory,
  configureBuckets: [{ name, configs: [cors] }],
})
const address = (await server.run()) as AddressInfo
process.on('disconnect', () => process.exit())
process.send?.(address.port)
