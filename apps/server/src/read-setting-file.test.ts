import { spawnSync } from 'node:child_process'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettingFile } from './read-setting-file.ts'
import { SettingError } from './settings.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const pathIn = (folder: string) => join(folder, 'file')

it.each([
  ['is not there', (path: string) => path, 'cannot be read (ENOENT)'],
  ['is a folder', () => temporaryFolder(), 'is no file'],
  ['is a device without an end', () => '/dev/zero', 'is no file'],
  [
    'is a pipe that nobody writes to',
    (path: string) => {
      spawnSync('mkfifo', [path])
      return path
    },
    'is no file',
  ],
  [
    'is too large',
    (path: string) => {
      writeFileSync(path, '')
      truncateSync(path, 65_537)
      return path
    },
    'is larger than 64 KiB',
  ],
])('refuses what %s in a line that names the setting', async (_, make, why) => {
  const path = make(pathIn(temporaryFolder()))
  const reading = readSettingFile('BACKUP_PASSPHRASE_FILE', path)
  await expect(reading).rejects.toThrow(SettingError)
  await expect(reading).rejects.toThrow(`The file of BACKUP_PASSPHRASE_FILE, ${path}, ${why}`)
})

it('reads a file', async () => {
  const path = pathIn(temporaryFolder())
  writeFileSync(path, 'correct horse\n')
  expect(await readSettingFile('BACKUP_PASSPHRASE_FILE', path)).toBe('correct horse\n')
})
