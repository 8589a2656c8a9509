import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { encodeFlac } from '@refrain/audio/encode/encode-flac-file'
import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import { writeId3 } from '@refrain/audio/encode/id3-tag'
import type { SampleTrack } from '../catalogue/sample-catalogue.ts'
import { renderAudio } from './render-audio.ts'

/**
 * Composes, renders and encodes a track and atomically replaces its placeholder under `folder`.
 * The album's folder must exist (`writeAlbum`). Blocks for a second or two.
 */
export async function renderTrack(folder: string, track: SampleTrack): Promise<void> {
  const { left, right } = renderAudio(track.recipe, track.range)
  const bytes =
    track.audio.codec === 'flac'
      ? await encodeFlac(left, right, track.tags)
      : Buffer.concat([writeId3(track.tags), await encodeMp3(left, right)])
  const path = join(folder, track.file)
  // A hidden name that the importer ignores, unique for each renderer.
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
  try {
    await writeFile(temporary, bytes)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
