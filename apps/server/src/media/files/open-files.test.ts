import { writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openFilesIn } from '../../testing/open-files-in.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { StreamCache } from '../streams/stream-cache.ts'
import { OpenFiles } from './open-files.ts'
import { openIfExists } from './optional-file.ts'

/** The next handle that is asked fails to describe its file, like on a failing disk. */
async function failNextStat(): Promise<void> {
  const probe = await open(process.execPath)
  const stat = vi.spyOn(Object.getPrototypeOf(probe) as FileHandle, 'stat')
  await probe.close()
  stat.mockRejectedValueOnce(Object.assign(new Error('EIO: i/o error, fstat'), { code: 'EIO' }))
  onTestFinished(() => stat.mockRestore())
}

/** Waits until no file in a folder is open in this process: some are closed without anybody who waits. */
const expectClosed = (folder: string) => vi.waitFor(() => expect(openFilesIn(folder)).toEqual([]))

function makeFile() {
  const folder = temporaryFolder()
  const path = join(folder, 'song')
  writeFileSync(path, 'la la la')
  const files = new OpenFiles()
  onTestFinished(() => files.close())
  return { folder, path, files }
}

const onLinux = it.skipIf(process.platform !== 'linux')

onLinux('closes a file that the disk fails to describe', async () => {
  const { folder, path, files } = makeFile()
  await failNextStat()
  await expect(files.open(path, folder)).rejects.toThrow('EIO')
  await failNextStat()
  await expect(openIfExists(path)).rejects.toThrow('EIO')
  await expectClosed(folder)
})

onLinux('closes what is opened while it is closed itself, once it is released', async () => {
  const { folder, path, files } = makeFile()
  const opening = Promise.all([files.open(path, folder), files.open(path, folder)])
  files.close()
  const [one, other] = await opening
  expect(openFilesIn(folder)).toEqual([path])
  one?.release()
  other?.release()
  await expectClosed(folder)
})

onLinux('lets go of a rendition that cannot be opened, and of its unfinished parts', async () => {
  const { folder, files } = makeFile()
  const cache = await StreamCache.open(join(folder, 'streams'), files, 1)
  const add = async (key: string) => {
    writeFileSync(cache.partPath(key), 'abc')
    await cache.save(key, { sampleRate: 44_100, renditions: [] })
  }
  await add('whole')
  await failNextStat()
  await expect(cache.open('whole')).rejects.toThrow('EIO')
  // It would stay in the cache as long as somebody seemed to read it.
  await add('other')
  expect(await cache.find('whole')).toBeUndefined()
  for (const job of ['1', '2']) writeFileSync(cache.partPath('part', job), 'abc')
  await failNextStat()
  await expect(cache.open('part')).rejects.toThrow('EIO')
  const part = await cache.open('part')
  expect(openFilesIn(folder)).toHaveLength(1)
  part?.release()
  await expectClosed(folder)
})
