import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { namesIn } from './list-folder.ts'

it('takes a missing folder and a file for an empty folder, but not one that cannot be read', async () => {
  const folder = temporaryFolder()
  expect(await namesIn(join(folder, 'missing'))).toEqual([])
  writeFileSync(join(folder, 'file'), '')
  expect(await namesIn(folder)).toEqual(['file'])
  expect(await namesIn(join(folder, 'file'))).toEqual([])
  symlinkSync('loop', join(folder, 'loop'))
  await expect(namesIn(join(folder, 'loop'))).rejects.toMatchObject({ code: 'ELOOP' })
})
