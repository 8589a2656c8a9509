import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'
import { writeAlbum } from './testing/write-music.ts'

onBothDatabases('an import that leaves albums for later', openTest => {
  const folders = useFolders()

  it('leaves a track available that was moved to one of them', async () => {
    const open = await openTest()
    const [, two] = await writeAlbum(folders.music, 'Ada/First', { ARTIST: 'Ada', ALBUM: 'First' }, [
      '01 One.mp3',
      '02 Two.mp3',
    ])
    await importMusic(open, folders)
    await mkdir(join(folders.music, 'Ada/Second'))
    await rename(two!, join(folders.music, 'Ada/Second/02 Two.mp3'))
    const report = await importMusic(open, folders, { leavesUnfinished: true })
    expect(report).toMatchObject({ unfinished: 1, unavailable: 0 })
    expect((await readCatalogue(open)).tracks.map(track => track.available)).toEqual([1, 1])
    expect(await importMusic(open, folders)).toMatchObject({ moved: 1, added: 0, unavailable: 0 })
  })
})
