import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
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
      /^The bucket refrain-backups at .* refused a request \(InvalidAccessKeyId\)/,
    )
    const away = { ...settings, endpoint: 'http://127.0.0.1:1' }
    await expect(openBucket(BUCKET, away).read('a')).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1 cannot be reached .*S3_ENDPOINT/,
    )
  })
})
