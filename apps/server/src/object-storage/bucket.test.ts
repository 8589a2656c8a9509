import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { truncateSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openFilesIn } from '../testing/open-files-in.ts'
import { BUCKET, startS3Server } from '../testing/servers/s3-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { type Bucket, openBucket } from './bucket.ts'
import { BucketRefusedError, ObjectStorageError } from './bucket-error.ts'
import { streamFile } from './streamed-bytes.ts'
import { toArray } from './to-array.ts'

/** However slow the machine is. */
const SOON = { timeout: 10_000 }

const namesOf = (bucket: Bucket, prefix: string) =>
  toArray(bucket.list(prefix)).then(found => found.map(({ name }) => name))

describe('a bucket', () => {
  it('stores, lists, reads and removes objects, more than one page of them', async () => {
    const bucket = openBucket(BUCKET, await startS3Server())
    const bytes = randomBytes(3_000_000)
    await bucket.write('a/large object +é', bytes)
    expect((await bucket.read('a/large object +é'))?.equals(bytes)).toBe(true)
    expect(await bucket.read('a/missing')).toBeUndefined()
    await bucket.write('empty', new Uint8Array())
    expect(await bucket.read('empty')).toEqual(Buffer.alloc(0))
    const names = Array.from({ length: 1_005 }, (_, n) => `b/${n}`)
    for (let at = 0; at < names.length; at += 50) {
      await Promise.all(names.slice(at, at + 50).map(name => bucket.write(name, Buffer.from(name))))
    }
    expect((await namesOf(bucket, 'b/')).sort()).toEqual(names.toSorted())
    expect(await namesOf(bucket, 'a/')).toEqual(['a/large object +é'])
    await bucket.remove('a/large object +é')
    await bucket.remove('a/large object +é')
    expect(await namesOf(bucket, 'a/')).toEqual([])
  })

  it('reads again when the connection breaks during a response', async () => {
    let requests = 0
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 10 })
      if (++requests > 1) response.end('0123456789')
      else response.write('01234', () => response.destroy())
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const settings = { region: 'here', accessKeyId: 'id', secretAccessKey: 'secret' }
    const bucket = openBucket(BUCKET, { ...settings, endpoint: `http://127.0.0.1:${port}` })
    expect(String(await bucket.read('a'))).toBe('0123456789')
  })

  it('gives up on a part when nothing arrives, before the response and in the middle of it', async () => {
    const server = createServer((request, response) => {
      if (request.url?.includes('silent')) return
      response.writeHead(206, { 'content-range': 'bytes 0-9/10', 'content-length': 10, etag: '"a"' })
      response.write('01234')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const settings = { region: 'here', accessKeyId: 'id', secretAccessKey: 'secret' }
    const bucket = openBucket(BUCKET, { ...settings, endpoint: `http://127.0.0.1:${port}` })
    await expect(bucket.readPart('silent', 0, 9, { stallMs: 20 })).rejects.toThrow(ObjectStorageError)
    const part = await bucket.readPart('half', 0, 9, { stallMs: 1_000 })
    await expect(toArray(part!.chunks)).rejects.toThrow(ObjectStorageError)
  })

  it.skipIf(process.platform !== 'linux')('closes a file that cannot be stored', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'large')
    writeFileSync(path, '')
    // More than is sent as one part.
    truncateSync(path, 50_000_000)
    const settings = { region: 'here', accessKeyId: 'id', secretAccessKey: 'secret' }
    const refusing = createServer((_request, response) => response.writeHead(403).end()).listen(
      0,
      '127.0.0.1',
    )
    onTestFinished(() => void refusing.close())
    await once(refusing, 'listening')
    const { port } = refusing.address() as AddressInfo
    const bucket = openBucket(BUCKET, { ...settings, endpoint: `http://127.0.0.1:${port}` })
    await expect(bucket.write('a', await streamFile(path))).rejects.toThrow(BucketRefusedError)
    await expect.poll(() => openFilesIn(folder), SOON).toEqual([])
  })

  it('says in one line what is wrong', async () => {
    const settings = await startS3Server()
    await expect(namesOf(openBucket('nowhere', settings), '')).rejects.toThrow(
      /^There is no bucket nowhere at http.*create it/,
    )
    const wrong = { ...settings, accessKeyId: 'nobody' }
    await expect(openBucket(BUCKET, wrong).write('a', Buffer.from('a'))).rejects.toThrow(
      /^The bucket refrain-backups at .* refused a request \(InvalidAccessKeyId\): check S3_ACCESS_KEY_ID\.$/,
    )
    const away = { ...settings, endpoint: 'http://127.0.0.1:1' }
    await expect(openBucket(BUCKET, away).read('a')).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1 cannot be reached .*S3_ENDPOINT/,
    )
  })

  it('names the setting that is wrong when the signature does not match', async () => {
    const wrong = { ...(await startS3Server()), secretAccessKey: 'another' }
    const bucket = openBucket(BUCKET, wrong)
    const refused = /\(SignatureDoesNotMatch\): check S3_SECRET_ACCESS_KEY and S3_REGION\.$/
    await expect(bucket.write('a', Buffer.from('a'))).rejects.toThrow(refused)
    await expect(namesOf(bucket, '')).rejects.toThrow(refused)
    await expect(bucket.read('a')).rejects.toThrow(refused)
    await expect(bucket.readPart('a', 0, 1)).rejects.toThrow(refused)
  })

  it.each([-20, 20])('says that the clock is wrong when it is %i minutes off', async minutes => {
    const bucket = openBucket(BUCKET, await startS3Server())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    await expect(bucket.write('a', Buffer.from('a'))).rejects.toThrow(
      /\(RequestTimeTooSkewed\): set the clock of this machine\.$/,
    )
  })

  it('sends a throttled request again, each time after a longer pause', async () => {
    const times: number[] = []
    const server = createServer((request, response) => {
      request.resume()
      times.push(performance.now())
      response.writeHead(times.length < 3 ? 503 : 200, { etag: '"a"' })
      response.end(times.length < 3 ? '<Error><Code>SlowDown</Code></Error>' : '')
    })
    const bucket = await bucketOf(server)
    await bucket.write('a', Buffer.from('a'))
    const [first = 0, second = 0, third = 0] = times
    expect(times).toHaveLength(3)
    // The clock of timers counts whole milliseconds.
    expect(second - first).toBeGreaterThan(499)
    expect(third - second).toBeGreaterThan(999)
  })

  it('says so when it stays throttled', async () => {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    })
    const error = await (await bucketOf(server)).readPart('a', 0, 1).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ObjectStorageError)
    expect(error).not.toBeInstanceOf(BucketRefusedError)
    expect((error as Error).message).toMatch(/too many requests, try again later\.$/)
  })

  it('sends large objects in parts that S3 takes', async () => {
    const bucket = openBucket(BUCKET, await startS3Server())
    const bytes = randomBytes(17_000_000)
    await bucket.write('large', new Blob([bytes]))
    expect((await bucket.read('large'))?.equals(bytes)).toBe(true)
  })

  it('refuses more parts than S3 takes before it sends any', async () => {
    const bucket = openBucket(BUCKET, await startS3Server())
    const stream = vi.fn(() => new ReadableStream())
    await expect(bucket.write('large', { size: 10_000 * 8 * 1024 * 1024 + 1, stream })).rejects.toThrow(
      /^large has 84 GB, .* at most 10000 parts of 8 MB: /,
    )
    expect(stream).not.toHaveBeenCalled()
  })
})

async function bucketOf(server: Server): Promise<Bucket> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const keys = { accessKeyId: 'a', secretAccessKey: 'b', region: 'us-east-1' }
  return openBucket(BUCKET, { endpoint: `http://127.0.0.1:${port}`, ...keys })
}
