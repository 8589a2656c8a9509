import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { OperatorError } from '../../settings.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { makeBackup } from '../make-backup.ts'
import { emptyPlace, openPlace, SERVICE } from '../testing/places.ts'
import { folderTarget } from './folder-target.ts'
import { openOrCreateRepository } from './repository.ts'

const DAY_MS = 86_400_000

it('a backup removes what killed ones have left a day later, and nothing else', async () => {
  const place = await emptyPlace('embedded')
  await openPlace(place)
  const folder = temporaryFolder()
  const repository = await openOrCreateRepository(folderTarget(folder), '', SERVICE)
  const leave = (name: string, ageMs: number) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'half')
    utimesSync(path, new Date(), new Date(Date.now() - ageMs))
    return path
  }
  const old = leave(`chunks/ab/abc.${randomUUID()}.tmp`, 2 * DAY_MS)
  const young = leave(`chunks/ab/abd.${randomUUID()}.tmp`, DAY_MS / 2)
  const notes = leave('notes.tmp', 2 * DAY_MS)
  await makeBackup(place, repository)
  expect([old, young, notes].map(path => existsSync(path))).toEqual([false, true, true])
})

it.each([
  ['is a file', '/etc/passwd'],
  ['is in a file', '/etc/passwd/backups'],
  ['is on a file system without new folders', '/proc/refrain/backups'],
])('refuses a folder that %s in one line that names it', async (_, folder) => {
  const target = folderTarget(folder)
  await expect(openOrCreateRepository(target, '', SERVICE)).rejects.toThrow(OperatorError)
  await expect(openOrCreateRepository(target, '', SERVICE)).rejects.toThrow(
    `The folder of backups ${folder} cannot be used`,
  )
})

it('begins on a new disk, beside what the system has put there', async () => {
  const folder = temporaryFolder()
  for (const name of ['lost+found', '.Trash-1000']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'lost+found', '#12345'), '')
  await openOrCreateRepository(folderTarget(folder), '', SERVICE)
})
