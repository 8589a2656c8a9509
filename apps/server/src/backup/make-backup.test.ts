import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { DATA_MARKER } from '../data-folder.ts'
import type { Database } from '../database/tables.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { makeBackup } from './make-backup.ts'
import { folderTarget } from './repository/folder-target.ts'
import { openOrCreateRepository, openRepository, type Repository } from './repository/repository.ts'
import { removeOld } from './repository/retention.ts'
import { restoreBackup } from './restore-backup.ts'
import { addPlaylist, fillLibrary } from './testing/fill-library.ts'
import { DIRECTIONS, emptyPlace, openPlace, SERVICE } from './testing/places.ts'

const PASSPHRASE = 'correct horse battery staple'

function writeFiles(dataDir: string, files: Readonly<Record<string, Uint8Array | string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true })
    writeFileSync(join(dataDir, name), content)
  }
}

/** Names of all files below a folder. */
const filesIn = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter(name => statSync(join(folder, name)).isFile())
    .sort()

/** An embedded database with a library and files, and backups of it. */
async function startBackups(passphrase = '') {
  const place = await emptyPlace('embedded')
  const { db } = await openPlace(place)
  const library = await fillLibrary(db)
  const files = {
    'mail-key': 'secret',
    'pictures/ab/abc.webp': randomBytes(5_000),
    'pictures/ab/abd.webp': randomBytes(9_000_000),
    'uploads/pictures/xy/empty.jpg': '',
  }
  writeFiles(place.dataDir, files)
  const folder = join(temporaryFolder(), 'backups')
  const repository = await openOrCreateRepository(folderTarget(folder), passphrase, SERVICE)
  return { place, db, library, files, folder, repository }
}

async function restore(repository: Repository, id: string) {
  const place = await emptyPlace('embedded')
  await restoreBackup(repository, id, place)
  return place
}

describe.each(DIRECTIONS)('a backup of the %s database', (from, to) => {
  it(`restores to the ${to} database every acknowledged playlist, whole, while listeners write`, async () => {
    const source = await emptyPlace(from)
    const { db } = await openPlace(source)
    const { trackIds } = await fillLibrary(db, 200)
    const repository = await openOrCreateRepository(folderTarget(temporaryFolder()), '', SERVICE)
    let isBackingUp = true
    let acknowledged = 0
    const before = 'before'
    await addPlaylist(db, before, trackIds)
    const writing = (async () => {
      for (; isBackingUp; acknowledged++) {
        await addPlaylist(db, `during ${acknowledged}`, trackIds)
        // The embedded database answers without ever yielding.
        await setImmediate()
      }
    })()
    const { id } = await makeBackup(source, repository).finally(() => {
      isBackingUp = false
    })
    await writing
    expect(acknowledged).toBeGreaterThan(0)

    const target = await emptyPlace(to)
    await restoreBackup(repository, id, target)
    const playlists = await countTracks((await openPlace(target)).db)
    expect(playlists.has(before)).toBe(true)
    // Each playlist was written in one transaction with its tracks.
    expect([...playlists.values()].filter(count => count !== trackIds.length)).toEqual([])
  })
})

async function countTracks(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('playlists')
    .leftJoin('playlist_tracks', 'playlist_id', 'id')
    .select(eb => ['id', eb.fn.count<number>('track_id').as('count')])
    .groupBy('id')
    .execute()
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

describe('a backup', () => {
  it('fails for a file that is there but cannot be read, and leaves out one that disappears', async () => {
    const { place, repository } = await startBackups()
    const without = (lost: string, isThere: boolean) => ({
      ...place,
      storage: {
        ...place.storage,
        open: async (name: string) => (name.endsWith(lost) ? undefined : place.storage.open(name)),
        stat: async (name: string) => (isThere ? place.storage.stat(name) : undefined),
      },
    })
    await expect(makeBackup(without('abd.webp', true), repository)).rejects.toThrow(
      'pictures/ab/abd.webp cannot be read: check its permissions, then back up again.',
    )
    await makeBackup(without('abd.webp', false), repository)
  })

  it('restores files and secrets with their content, for the owner alone', async () => {
    const { place, files, repository } = await startBackups()
    writeFiles(place.dataDir, { 'streams/x.mp4': 'cache', 'pictures/ab/half.webp.1.tmp': 'half' })
    const { id } = await makeBackup(place, repository)
    const target = await restore(repository, id)
    for (const [name, content] of Object.entries(files)) {
      expect(readFileSync(join(target.dataDir, name)).equals(Buffer.from(content))).toBe(true)
    }
    expect(filesIn(target.dataDir)).toEqual([...Object.keys(files), DATA_MARKER, 'refrain.db'].sort())
  })

  it('stores only what has changed, and removes nothing that a snapshot needs', async () => {
    const { place, db, library, repository } = await startBackups()
    const first = await makeBackup(place, repository)
    const second = await makeBackup(place, repository)
    expect(second.newChunks).toBe(0)
    await addPlaylist(db, 'later', library.trackIds)
    writeFiles(place.dataDir, { 'pictures/cd/new.webp': randomBytes(100) })
    rmSync(join(place.dataDir, 'pictures/ab/abd.webp'))
    const third = await makeBackup(place, repository)
    expect(third.newBytes).toBeLessThan(first.newBytes / 100)

    const removed = await removeOld(repository, '1d')
    expect(await repository.listSnapshots()).toEqual([third.id])
    expect(removed.snapshots).toBe(2)
    expect(removed.chunks).toBeGreaterThan(0)
    const target = await restore(repository, third.id)
    expect(existsSync(join(target.dataDir, 'pictures/cd/new.webp'))).toBe(true)
    expect((await countTracks((await openPlace(target)).db)).get('later')).toBe(library.trackIds.length)
    expect((await removeOld(repository, '1d')).chunks).toBe(0)
  })

  it('removes neither the snapshot that was just made nor anything once another process has taken over', async () => {
    const { place, repository } = await startBackups()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2050, 0))
    const ahead = await makeBackup(place, repository)
    clock.mockRestore()
    const { id } = await makeBackup(place, repository)
    const removed = await removeOld(repository, '1d', { made: id })
    expect(removed).toEqual({ snapshots: 0, chunks: 0 })
    expect(await repository.listSnapshots()).toEqual([id, ahead.id])

    await makeBackup(place, repository)
    const signal = AbortSignal.abort(new Error('taken over'))
    await expect(removeOld(repository, '1d', { signal })).rejects.toThrow('taken over')
    await expect(removeOld(repository, '1d', { made: 'unlisted' })).rejects.toThrow(/does not list unlisted/)
    expect(await repository.listSnapshots()).toHaveLength(3)
  })

  it('removes nothing if a snapshot that stays cannot be read', async () => {
    const { place, repository, folder } = await startBackups()
    await makeBackup(place, repository)
    const { id } = await makeBackup(place, repository)
    const before = filesIn(folder)
    writeFileSync(join(folder, 'snapshots', id), 'damaged')
    await expect(removeOld(repository, '1d')).rejects.toThrow(/snapshots\/.* is damaged/)
    expect(filesIn(folder)).toEqual(before)
  })

  it('with a passphrase shows nothing of its content, not even by names, and opens with no other', async () => {
    const { place, repository, folder } = await startBackups(PASSPHRASE)
    const { id } = await makeBackup(place, repository)
    const plain = await startBackups()
    await makeBackup(place, plain.repository)
    const chunks = new Set(await plain.repository.listChunks())
    expect([...(await repository.listChunks())].filter(chunk => chunks.has(chunk))).toEqual([])
    for (const name of filesIn(folder)) {
      expect(readFileSync(join(folder, name)).includes('ada@example.org')).toBe(false)
    }
    const open = (passphrase: string) => openRepository(folderTarget(folder), passphrase)
    await expect(open('')).rejects.toThrow(/are encrypted: set BACKUP_PASSPHRASE_FILE/)
    await expect(open('wrong')).rejects.toThrow(/passphrase does not open/)
    await restore(await open(PASSPHRASE), id)
  })

  it('names a damaged, a missing and an exchanged chunk, and restores none of them', async () => {
    const { place, repository, folder } = await startBackups(PASSPHRASE)
    const { id } = await makeBackup(place, repository)
    const [one, other] = filesIn(folder).filter(name => name.startsWith('chunks/')) as [string, string]
    const [content, another] = [readFileSync(join(folder, one)), readFileSync(join(folder, other))]
    const flipped = Buffer.from(content)
    flipped[20]! ^= 1
    for (const wrong of [flipped, another, content.subarray(0, 30), Buffer.alloc(0)]) {
      writeFileSync(join(folder, one), wrong)
      await expect(restore(repository, id)).rejects.toThrow(`${one} in ${folder} is damaged`)
    }
    rmSync(join(folder, one))
    await expect(restore(repository, id)).rejects.toThrow(`${one} is missing`)
    // The next backup stores it again.
    const next = await makeBackup(place, repository)
    await restore(repository, next.id)
  })

  it('that fails midway is not listed, and the next one continues from it', async () => {
    const { place, repository } = await startBackups()
    const { target } = repository
    let writes = 0
    const failing = {
      ...target,
      write: (name: string, bytes: Uint8Array) =>
        ++writes > 5 ? Promise.reject(new Error('no space left')) : target.write(name, bytes),
    }
    const half = await openRepository(failing, '')
    await expect(makeBackup(place, half)).rejects.toThrow('no space left')
    expect(await repository.listSnapshots()).toEqual([])
    const stored = 5
    // Writes that were under way at the failure still end.
    await expect.poll(async () => (await repository.listChunks()).size).toBe(stored)
    const { chunks, newChunks, id } = await makeBackup(place, repository)
    expect(newChunks).toBe(chunks - stored)
    await restore(repository, id)
  })

  it('refuses a place with other files, and a data folder with files at its restore', async () => {
    const { place, repository } = await startBackups()
    const { id } = await makeBackup(place, repository)
    const other = temporaryFolder()
    writeFiles(other, { 'holiday.jpg': '' })
    await expect(openOrCreateRepository(folderTarget(other), '', SERVICE)).rejects.toThrow(
      /holds other files/,
    )
    const target = await emptyPlace('embedded')
    writeFiles(target.dataDir, { 'mail-key': 'other' })
    // Left by a restore of another snapshot into another database.
    for (const files of [{}, { 'restore.unfinished': 'another' }]) {
      writeFiles(target.dataDir, files)
      await expect(restoreBackup(repository, id, target)).rejects.toThrow(/not empty \(mail-key\)/)
    }
    await expect(restoreBackup(repository, id, place)).rejects.toThrow(/not empty/)
  })
})
