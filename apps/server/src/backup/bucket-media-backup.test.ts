import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { MediaStorage } from '../media/storage/media-storage.ts'
import { openMediaStorage } from '../media/storage/open-media-storage.ts'
import { toArray } from '../object-storage/to-array.ts'
import { readSettings } from '../settings.ts'
import { inBucket, startS3Server } from '../testing/servers/s3-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { makeBackup } from './make-backup.ts'
import { openTarget } from './open-target.ts'
import { openOrCreateRepository } from './repository/repository.ts'
import { restoreBackup } from './restore-backup.ts'
import { fillLibrary } from './testing/fill-library.ts'
import { emptyPlace, openPlace, SERVICE } from './testing/places.ts'

const PICTURE = 'pictures/ab/abc.webp'
const UPLOAD = 'uploads/pictures/cd/cde.jpg'

async function contentsOf(storage: MediaStorage): Promise<Record<string, string>> {
  const names = (await toArray(storage.list(''))).map(object => object.name)
  const contents: Record<string, string> = {}
  for (const name of names.filter(name => name.includes('/')))
    contents[name] = String(await storage.read(name))
  return contents
}

it('backs up media of a bucket, and restores them to a folder and to another bucket', async () => {
  const s3 = await startS3Server()
  const storage = await openMediaStorage({ ...readSettings({}), ...inBucket(s3) })
  const source = { ...(await emptyPlace('embedded')), storage }
  await fillLibrary((await openPlace(source)).db)
  await storage.write([
    { name: PICTURE, bytes: Buffer.from('a cover') },
    { name: UPLOAD, bytes: Buffer.from('a face') },
    { name: 'streams/a.mp4', bytes: Buffer.from('made again') },
  ])
  await writeFile(join(source.dataDir, 'mail-key'), 'a key')
  const target = await openTarget(temporaryFolder(), readSettings({}))
  const repository = await openOrCreateRepository(target, '', SERVICE)
  const { id } = await makeBackup(source, repository)
  const again = await makeBackup(source, repository)
  expect([again.files, again.newBytes]).toEqual([3, 0])

  const expected = { [PICTURE]: 'a cover', [UPLOAD]: 'a face' }
  const folder = await emptyPlace('embedded')
  await restoreBackup(repository, id, folder)
  expect(await contentsOf(folder.storage)).toEqual(expected)

  const other = await openMediaStorage({ ...readSettings({}), ...inBucket(s3, 'other') })
  const place = { ...(await emptyPlace('embedded')), storage: other }
  await restoreBackup(repository, id, place)
  expect(await contentsOf(other)).toEqual(expected)
  expect(await place.storage.stat('mail-key')).toBeUndefined()

  const third = { ...(await emptyPlace('embedded')), storage: other }
  await expect(restoreBackup(repository, id, third)).rejects.toThrow(/^s3:\/\/.*is not empty \(pictures\/ab/)
})
