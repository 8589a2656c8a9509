import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { folderStorage } from '../../media/storage/folder-storage.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { shareRenderings } from './shared-renderings.ts'

it('gives what one service rendered to another', async () => {
  const shared = shareRenderings({ ...folderStorage(temporaryFolder()), isRemote: true })
  const [here, there] = [temporaryFolder(), temporaryFolder()].map(folder => join(folder, 'one.flac')) as [
    string,
    string,
  ]
  expect(await shared.fetch(there, 'audio')).toBe(false)
  writeFileSync(here, 'rendered')
  await shared.save(here, 'audio')
  expect(await shared.fetch(there, 'other')).toBe(false)
  expect(existsSync(there)).toBe(false)
  expect(await shared.fetch(there, 'audio')).toBe(true)
  expect(readFileSync(there, 'utf8')).toBe('rendered')
})

it('renders by itself while the storage is away', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const storage = { ...folderStorage(temporaryFolder()), isRemote: true }
  vi.spyOn(storage, 'read').mockRejectedValue(new Error('away'))
  expect(await shareRenderings(storage).fetch('/nowhere/one.flac', 'audio')).toBe(false)
  expect(log).toHaveBeenCalledWith('The sample catalogue could not be shared: away')
})
