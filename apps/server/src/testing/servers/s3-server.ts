import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { ObjectStorageSettings } from '../../object-storage/settings.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const PROGRAM = fileURLToPath(new URL('./s3-process.ts', import.meta.url))
export const BUCKET = 'refrain-backups'

/** Settings of a service that stores media under a prefix of the bucket. */
export const inBucket = (objectStorage: ObjectStorageSettings, prefix = 'media') => ({
  storage: `s3://${BUCKET}/${prefix}`,
  objectStorage,
})

/** The CORS rule of docs/operating.md, for pages on this machine. */
const CORS = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>http://127.0.0.1:*</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod>
  <AllowedHeader>range</AllowedHeader>
  <ExposeHeader>content-range</ExposeHeader>
</CORSRule></CORSConfiguration>`

/** Starts an S3-compatible server with one empty bucket on a free loopback port, until the test ends. */
export async function startS3Server(): Promise<ObjectStorageSettings> {
  // It makes the tokens of further pages with a cipher that OpenSSL calls outdated.
  const child = fork(PROGRAM, [temporaryFolder(), BUCKET, CORS], { execArgv: ['--openssl-legacy-provider'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = (await once(child, 'message')) as [number]
  // The key that it knows.
  const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', ...key }
}
