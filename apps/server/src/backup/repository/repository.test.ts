import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { makeBackup } from '../make-backup.ts'
import { emptyPlace, openPlace } from '../testing/places.ts'
import { CONFIG, readConfig } from './config.ts'
import { folderTarget } from './folder-target.ts'
import { openOrCreateRepository, openRepository } from './repository.ts'
import { removeOld } from './retention.ts'
import type { BackupTarget } from './target.ts'

it('encrypts with a key from argon2id with 64 MiB and three passes, and a salt for each place', async () => {
  const keys = await Promise.all(
    ['one', 'other'].map(async service => {
      const target = folderTarget(temporaryFolder())
      await openOrCreateRepository(target, 'correct horse', service)
      return (await readConfig(target))?.key
    }),
  )
  const costs = { name: 'argon2id', memory: 64 * 1024, passes: 3, parallelism: 1 }
  expect(keys).toEqual([1, 2].map(() => ({ ...costs, salt: expect.stringMatching(/^[\w+/]{22}==$/) })))
  expect(keys[0]?.salt).not.toBe(keys[1]?.salt)
})

const OTHERS = /belong to another service: name another place/

async function newPlace() {
  const place = await emptyPlace('embedded')
  await openPlace(place)
  return place
}

it('refuses the backups of another service, but restores them', async () => {
  const target = folderTarget(temporaryFolder())
  const { id } = await makeBackup(await newPlace(), await openOrCreateRepository(target, '', 'one'))
  await expect(openOrCreateRepository(target, '', 'other')).rejects.toThrow(OTHERS)
  expect(await (await openRepository(target, '')).listSnapshots()).toEqual([id])
  const next = await makeBackup(await newPlace(), await openOrCreateRepository(target, '', 'one'))
  expect(await (await openRepository(target, '')).listSnapshots()).toEqual([id, next.id])
})

it('lets only one of two services have a place that they begin to use at the same moment', async () => {
  const target = folderTarget(temporaryFolder())
  const one = await openOrCreateRepository(target, '', 'one')
  // It looked before the first one had written.
  let hasLooked = false
  const early: BackupTarget = {
    ...target,
    async read(name) {
      if (hasLooked || name !== CONFIG) return target.read(name)
      hasLooked = true
      return undefined
    },
    findOther: async () => undefined,
  }
  const other = await openOrCreateRepository(early, '', 'other')
  const { id } = await makeBackup(await newPlace(), other)
  await expect(makeBackup(await newPlace(), one)).rejects.toThrow(OTHERS)
  await expect(removeOld(one, '1d')).rejects.toThrow(OTHERS)
  expect(await other.listSnapshots()).toEqual([id])
})
