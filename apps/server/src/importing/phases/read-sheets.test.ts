import { expect, it } from 'vitest'
import { CollectionBuckets } from '../../media/storage/collection-buckets.ts'
import { BucketRefusedError, ObjectStorageError } from '../../object-storage/bucket-error.ts'
import { readSheets } from './read-sheets.ts'

const file = {
  ...{ path: 's3://music/Ada/disc.cue', name: 'disc.cue', size: 100, mtimeMs: 1, changedMs: 1 },
  ...{ root: 's3://music', inside: 'Ada/disc.cue', lrc: '', beside: '' },
}

function readFrom(answer: () => Promise<Uint8Array | undefined>, path = file.path) {
  const buckets = Object.assign(
    new CollectionBuckets({ endpoint: '', region: '', accessKeyId: '', secretAccessKey: '' }),
    { read: answer },
  )
  return readSheets([{ ...file, path }], { buckets, charset: '' })
}

it.each<[string, () => Promise<Uint8Array | undefined>]>([
  ['its bucket is away', () => Promise.reject(new ObjectStorageError('away'))],
  ['its bucket refuses the keys', () => Promise.reject(new BucketRefusedError('refused'))],
  ['it went meanwhile', async () => undefined],
])('tries a sheet again where %s', async (_name, answer) => {
  expect(await readFrom(answer)).toMatchObject([{ read: { problem: expect.any(String) }, isTemporary: true }])
})

it('tries a sheet of this machine again that cannot be opened', async () => {
  const read = readFrom(async () => undefined, '/nowhere/disc.cue')
  expect(await read).toMatchObject([{ read: { problem: 'it is gone' }, isTemporary: true }])
})

it('does not try a broken sheet again, and hides no bug', async () => {
  const read = readFrom(async () => Buffer.from('no sheet'))
  expect(await read).toMatchObject([{ read: { problem: expect.any(String) }, isTemporary: false }])
  await expect(readFrom(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug')
})
