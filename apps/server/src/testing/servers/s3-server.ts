import { type ChildProcess, fork } from 'node:child_process'
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

export interface TestS3 {
  readonly settings: ObjectStorageSettings
  kill(): Promise<void>
  /** After `kill`, with the same objects at the same address. */
  start(): Promise<void>
}

/** Starts an S3-compatible server with one empty bucket on a free loopback port, until the test ends. */
export async function startS3Server(): Promise<ObjectStorageSettings> {
  return (await startRestartableS3()).settings
}

/** The same, for a test that kills and restarts it. */
export async function startRestartableS3(): Promise<TestS3> {
  const folder = temporaryFolder()
  let { child, port } = await run(folder, 0)
  onTestFinished(() => void child.kill('SIGKILL'))
  // The key that it knows.
  const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', ...key },
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async start() {
      ;({ child, port } = await run(folder, port))
    },
  }
}

async function run(folder: string, given: number): Promise<{ child: ChildProcess; port: number }> {
  // It makes the tokens of further pages with a cipher that OpenSSL calls outdated.
  const options = { execArgv: ['--openssl-legacy-provider'] }
  const child = fork(PROGRAM, [folder, BUCKET, CORS, String(given)], options)
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}
