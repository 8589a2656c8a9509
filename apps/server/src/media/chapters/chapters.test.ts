import { join } from 'node:path'
import { fetchChapters } from '@refrain/contract/media/chapters'
import { expect, it } from 'vitest'
import { importMusic, readCatalogue, useFolders } from '../../importing/testing/test-import.ts'
import { retag, writeTrack } from '../../importing/testing/write-music.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

onBothDatabases('chapters', openTest => {
  const folders = useFolders()

  it('are those of the file, also after it was tagged again', async () => {
    const open = await openTest()
    const tags = { ARTIST: 'Ada', ALBUM: 'Tales', TITLE: 'All' }
    const marks = { CHAPTER001: '00:00:00.000', CHAPTER001NAME: 'Once', CHAPTER002: '00:00:00.100' }
    const path = 'Ada/Tales/1 All.flac'
    await writeTrack(folders.music, path, { tags: { ...tags, ...marks } })
    await writeTrack(folders.music, 'Ada/Tales/2 None.flac', { tags: { ...tags, TITLE: 'None' } })
    await importMusic(open, folders)
    const { tracks } = await readCatalogue(open)
    const idOf = (title: string) => tracks.find(track => track.title === title)!.id
    const app = await startApp(open)
    const chaptersOf = async (trackId: string) => (await answerOf(app, fetchChapters, { trackId })).chapters
    expect(await chaptersOf(idOf('All'))).toEqual([
      { seconds: 0, title: 'Once' },
      { seconds: 0.1, title: '' },
    ])
    expect(await chaptersOf(idOf('None'))).toEqual([])
    expect((await call(app, fetchChapters, { trackId: 'unknown' })).statusCode).toBe(404)

    await retag(join(folders.music, path), { ...tags, ...marks, CHAPTER002NAME: 'Upon' })
    expect((await importMusic(open, folders)).changed).toBe(1)
    // The app notices other programs' changes after a moment.
    const chapters = () => chaptersOf(idOf('All'))
    await expect.poll(chapters).toMatchObject([{ title: 'Once' }, { title: 'Upon' }])
    await retag(join(folders.music, path), { ...tags, CHAPTER001: 'none', CHAPTER002: 'none' })
    await importMusic(open, folders)
    await expect.poll(chapters).toEqual([])
  })
})
