import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { listFolder } from './list-folder.ts'

it('treats a missing folder or a file as empty, but not an unreadable folder', async () => {
  const folder = temporaryFolder()
  expect(await listFolder(join(folder, 'missing'))).toEqual([])
  writeFileSync(join(folder, 'file'), '')
  expect(await listFolder(folder)).toEqual(['file'])
  expect(await listFolder(join(folder, 'file'))).toEqual([])
  symlinkSync('loop', join(folder, 'loop'))
  await expect(listFolder(join(folder, 'loop'))).rejects.toMatchObject({ code: 'ELOOP' })
})
