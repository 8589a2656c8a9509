import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { onBothDatabases } from '../testing/databases.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'
import { writeAlbum } from './testing/write-music.ts'
import { watchCollection } from './watch-collection.ts'

const PATIENT = { timeout: 20_000, interval: 50 }

onBothDatabases('following a collection', openTest => {
  const folders = useFolders()
  const ada = { ARTIST: 'Ada', ALBUM: 'First' }

  it('takes in what is added, moved and taken away, and stops when told', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    await importMusic(open, folders)
    const said = vi.spyOn(console, 'log').mockImplementation(() => {})
    const stop = new AbortController()
    const watching = watchCollection([folders.music], () => importMusic(open, folders), stop.signal, 100)
    await vi.waitFor(() => expect(said).toHaveBeenCalledWith('Watching for changes.'), PATIENT)
    const titles = async () =>
      (await readCatalogue(open)).tracks
        .filter(track => track.available === 1)
        .map(track => track.title)
        .sort()
    const [two] = await writeAlbum(folders.music, 'Ada/First', ada, ['02 Two.flac'])
    await vi.waitFor(async () => expect(await titles()).toEqual(['One', 'Two']), PATIENT)
    await rename(two!, join(folders.music, 'Ada/First/02 Second.flac'))
    await vi.waitFor(async () => {
      const { files } = await readCatalogue(open)
      expect(files.map(file => file.path.split('/').at(-1))).toContain('02 Second.flac')
    }, PATIENT)
    await rm(join(folders.music, 'Ada/First/01 One.mp3'))
    await vi.waitFor(async () => expect(await titles()).toEqual(['Two']), PATIENT)
    stop.abort()
    await watching
    said.mockRestore()
  })
})
