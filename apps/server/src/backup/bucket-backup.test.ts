import { expect, it } from 'vitest'
import { readSettings } from '../settings.ts'
import { BUCKET, startS3Server } from '../testing/servers/s3-server.ts'
import { makeBackup } from './make-backup.ts'
import { openTarget } from './open-target.ts'
import { openOrCreateRepository, openRepository } from './repository/repository.ts'
import { removeOld } from './repository/retention.ts'
import { restoreBackup } from './restore-backup.ts'
import { fillLibrary } from './testing/fill-library.ts'
import { emptyPlace, openPlace, SERVICE } from './testing/places.ts'

it('backs up to a bucket, removes old snapshots, and restores', async () => {
  const settings = { ...readSettings({}), objectStorage: await startS3Server() }
  const target = await openTarget(`s3://${BUCKET}/home/refrain`, settings)
  const place = await emptyPlace('embedded')
  const { db } = await openPlace(place)
  const { trackIds } = await fillLibrary(db)
  const repository = await openOrCreateRepository(target, 'correct horse', SERVICE)
  await makeBackup(place, repository)
  await db.deleteFrom('interested_genres').execute()
  const { id } = await makeBackup(place, repository)
  expect((await removeOld(repository, '1d')).snapshots).toBe(1)

  const restored = await emptyPlace('embedded')
  await restoreBackup(await openRepository(target, 'correct horse'), id, restored)
  const rows = await (await openPlace(restored)).db.selectFrom('playlist_tracks').selectAll().execute()
  expect(rows).toHaveLength(trackIds.length)
})

it.each([
  ['s3://Bucket_/x', /is no place for backups/],
  ['s3://bucket', /^Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/],
])('refuses %s without what it needs', async (place, line) => {
  await expect(openTarget(place, readSettings({}))).rejects.toThrow(line)
})
