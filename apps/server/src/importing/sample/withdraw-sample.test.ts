import { openSampleFiles, sampleCatalogue } from '@refrain/demo'
import { expect, it } from 'vitest'
import { write } from '../../database/retry.ts'
import { folderStorage } from '../../media/storage/folder-storage.ts'
import { storeSetUpChoices } from '../../set-up/set-up-store.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { importCollection } from '../import-collection.ts'
import { takeLease } from '../lease.ts'
import { readImportStatus } from '../status/import-status-store.ts'
import { listPlaceholders } from './list-placeholders.ts'
import { openSampleFolder } from './start-sample.ts'
import { withdrawSample } from './withdraw-sample.ts'

onBothDatabases('the sample catalogue of an operator who does not want it', openTest => {
  it('is removed when no other import runs, and does not come back', async () => {
    const open = await openTest()
    const dataDir = temporaryFolder()
    const folder = await openSampleFolder(dataDir)
    const album = sampleCatalogue()[0]!
    await openSampleFiles(folder).writeAlbum(album)
    const placeholders = listPlaceholders(folder, [album], new Map())
    const importSample = () =>
      importCollection({
        open,
        storage: folderStorage(dataDir),
        folders: [folder],
        describePlaceholder: path => placeholders.get(path),
      })
    const countTracks = async () => (await open.db.selectFrom('tracks').select('id').execute()).length
    await importSample()
    expect(await countTracks()).toBe(album.tracks.length)
    await write(open.db, tx => storeSetUpChoices(tx, { music: '', wantsSample: false }))
    const other = await takeLease(open.db)
    const withdrawing = withdrawSample(open.db, new AbortController().signal)
    await other.release()
    await withdrawing
    expect(await countTracks()).toBe(0)
    // Open pages remove what they show.
    expect(await readImportStatus(open.db)).toMatchObject({ removals: 1, isRunning: false })
    await importSample()
    expect(await countTracks()).toBe(0)
  })
})
