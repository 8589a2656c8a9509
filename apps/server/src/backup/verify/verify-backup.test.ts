import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../database/open.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { makeBackup } from '../make-backup.ts'
import { folderTarget } from '../repository/folder-target.ts'
import { chunkName, openOrCreateRepository } from '../repository/repository.ts'
import { fillLibrary } from '../testing/fill-library.ts'
import { emptyPlace, openPlace, SERVICE } from '../testing/places.ts'
import { askService } from './ask-service.ts'
import { verifyBackup } from './verify-backup.ts'

describe('verifying a backup', () => {
  async function backUp(fill: boolean) {
    const place = await emptyPlace('embedded')
    const { db } = await openPlace(place)
    if (fill) await fillLibrary(db)
    const target = folderTarget(temporaryFolder())
    const repository = await openOrCreateRepository(target, '', SERVICE)
    return { place, target, repository, id: (await makeBackup(place, repository)).id }
  }

  it.each([true, false])(
    'restores it, asks a service, and leaves nothing behind (with data: %s)',
    async fill => {
      const { repository, id } = await backUp(fill)
      const scratch = temporaryFolder()
      const { tables } = await verifyBackup(repository, id, scratch)
      expect(tables.find(table => table.name === 'playlists')?.rows).toBe(fill ? 1 : 0)
      expect(readdirSync(scratch)).toEqual([])
    },
  )

  it('names every damaged chunk', async () => {
    const { repository, target, id } = await backUp(true)
    const chunks = [...(await repository.listChunks())].slice(0, 2).map(chunkName)
    for (const name of chunks) await target.write(name, Buffer.from('damaged'))
    const verifying = verifyBackup(repository, id, temporaryFolder())
    await expect(verifying).rejects.toThrow(/^The snapshot .* is not good: /)
    for (const name of chunks) await expect(verifying).rejects.toThrow(name)
  })

  it('notices a service that answers wrongly', async () => {
    const { place } = await backUp(true)
    expect(await askService(place.dataDir)).toEqual([])
    const open = openDatabase(place)
    await sql`alter table albums rename column color to colour`.execute(open.db)
    await open.close()
    expect(await askService(place.dataDir)).toContain('fetchAlbum answers 500 instead of 200.')
  })
})
