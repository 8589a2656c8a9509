/** Runs an S3-compatible server with one empty bucket, and sends its port. Arguments: folder, bucket, CORS configuration. */
import type { AddressInfo } from 'node:net'
// @ts-expect-error The package has no types.
import S3rver from 's3rver'

const [directory, name, cors] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name, configs: [cors] }],
})
const { port } = (await server.run()) as AddressInfo
process.on('disconnect', () => process.exit())
process.send?.(port)
