import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { encodeFlac } from './encode/flac.ts'
import { encodeMp3 } from './encode/mp3.ts'
import { renderSound } from './render-sound.ts'
import type { SampleTrack } from './sample-catalogue.ts'
import { writeId3 } from './tags/id3.ts'

/**
 * Composes, renders and encodes a track and puts the finished file in its place under `folder`,
 * in one step: whoever reads it sees the promised file or the finished one. The album's folder must be there
 * (`writeAlbum`). Takes a second or two; call it in a worker thread.
 */
export async function renderTrack(folder: string, track: SampleTrack): Promise<void> {
  const { left, right } = renderSound(track.recipe, track.cut)
  const bytes =
    track.sound.codec === 'flac'
      ? await encodeFlac(left, right, track.tags)
      : Buffer.concat([writeId3(track.tags), await encodeMp3(left, right)])
  const path = join(folder, track.file)
  // A name no importer takes for music, and no other renderer uses.
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
  try {
    await writeFile(temporary, bytes)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
