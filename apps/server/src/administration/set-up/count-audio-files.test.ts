import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COUNTED_FILES } from '@refrain/contract/administration/set-up'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { countAudioFiles } from './count-audio-files.ts'

const going = new AbortController().signal
const count = (folder: string, signal = going) =>
  countAudioFiles(folder, path => path.endsWith('data'), signal)

function write(folder: string, ...names: string[]): void {
  mkdirSync(folder, { recursive: true })
  for (const name of names) writeFileSync(join(folder, name), '')
}

it('counts audio files at all depths, without hidden ones, links and what is left out', async () => {
  const [folder, outside] = [temporaryFolder(), temporaryFolder()]
  write(folder, 'a.mp3', 'b.FLAC', 'cover.jpg', 'notes.txt', '.c.mp3')
  write(join(folder, 'One/CD1'), 'd.ogg')
  write(join(folder, '.hidden'), 'e.mp3')
  write(join(folder, 'data'), 'f.mp3')
  write(outside, 'g.mp3')
  symlinkSync(outside, join(folder, 'Elsewhere'))
  symlinkSync(join(outside, 'g.mp3'), join(folder, 'g.mp3'))
  symlinkSync(folder, join(folder, 'Again'))
  expect(await count(folder)).toEqual({ files: 3, isAll: true })
})

it('says that there may be more once it is ended or has counted enough', async () => {
  const folder = temporaryFolder()
  write(folder, 'a.mp3')
  expect(await count(folder, AbortSignal.abort())).toEqual({ files: 0, isAll: false })
  write(folder, ...Array.from({ length: COUNTED_FILES }, (_, index) => `${index}.mp3`))
  expect(await count(folder)).toEqual({ files: COUNTED_FILES, isAll: false })
})

it('counts nothing in a folder that has gone', async () => {
  expect(await count(join(temporaryFolder(), 'none'))).toEqual({ files: 0, isAll: true })
})
