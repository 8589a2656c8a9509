import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { pictureFilePath } from '../media/pictures/picture-path.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'
import { writeAlbum } from './testing/write-music.ts'

const HOUR = 3_600_000
const drawn = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()

onBothDatabases('unused pictures', openTest => {
  const folders = useFolders()
  const ada = { ARTIST: 'Ada', ALBUM: 'First' }
  const pictures = () => join(folders.dataDir, 'pictures')
  const files = async () =>
    (await readdir(pictures(), { recursive: true, withFileTypes: true }))
      .filter(entry => entry.isFile())
      .map(entry => entry.name)
      .sort()
  const makeOlder = async (name: string, ms: number) => {
    const path = join(pictures(), name.slice(0, 2), name)
    await utimes(path, new Date(), new Date(Date.now() - ms))
  }

  it('are removed a day after they were stored', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'], { cover: await drawn('#ff0000') })
    await importMusic(open, folders)
    const red = await files()
    for (const name of red) await makeOlder(name, 48 * HOUR)
    await importMusic(open, folders)
    expect(await files()).toEqual(red)
    await writeAlbum(folders.music, 'Ada/First', { ...ada, COMMENT: 'other' }, ['01 One.mp3'], {
      cover: await drawn('#0000ff'),
    })
    await importMusic(open, folders)
    const [album] = (await readCatalogue(open)).albums
    const blue = await files()
    expect(blue).toHaveLength(red.length)
    expect(blue.every(name => name.startsWith(album!.profile_path.replace('.webp', '')))).toBe(true)
  })

  it('stay while their folder cannot be read, and the import logs one line', async () => {
    const open = await openTest()
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => said.mockRestore())
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    await mkdir(folders.dataDir, { recursive: true })
    await symlink('pictures', pictures())
    expect(await importMusic(open, folders)).toMatchObject({ added: 1 })
    expect(said).toHaveBeenCalledWith(expect.stringMatching(/^Cannot remove unused pictures: ELOOP/))
  })

  it('stay for a day, temporary files for an hour', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'], { cover: await drawn('#ff0000') })
    await importMusic(open, folders)
    const used = await files()
    const [album] = (await readCatalogue(open)).albums
    const folder = dirname(pictureFilePath(folders.dataDir, album!.profile_path, 96, 'webp'))
    const start = used[0]!.slice(0, 2)
    const unused = `${start}${'x'.repeat(20)}-96.webp`
    const [old, young] = [`${used[0]}.1.tmp`, `${used[0]}.2.tmp`]
    for (const name of [unused, old, young]) await writeFile(join(folder, name), '')
    await makeOlder(unused, 23 * HOUR)
    await makeOlder(old, 2 * HOUR)
    await importMusic(open, folders)
    expect(await files()).toEqual([...used, unused, young].sort())
    await makeOlder(unused, 25 * HOUR)
    await importMusic(open, folders)
    expect(await files()).toEqual([...used, young].sort())
  })
})
