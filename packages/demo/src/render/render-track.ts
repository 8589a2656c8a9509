import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { encodeFlac } from '@refrain/audio/encode/encode-flac-file'
import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import { writeId3 } from '@refrain/audio/encode/id3-tag'
import type { SampleTrack } from '../catalogue/sample-catalogue.ts'
import type { Bus } from '../mixing/bus.ts'
import { renderAudio } from './render-audio.ts'

/** The finished file of a track. @param sound of `renderAudio` */
export async function encodeTrack({ audio, tags }: SampleTrack, { left, right }: Bus): Promise<Buffer> {
  if (audio.codec === 'flac') return encodeFlac(left, right, tags)
  return Buffer.concat([writeId3(tags), await encodeMp3(left, right)])
}

/**
 * Composes, renders and encodes a track and atomically replaces its placeholder under `folder`.
 * The album's folder must exist (`writeAlbum`). Blocks for a second or two.
 */
export async function renderTrack(folder: string, track: SampleTrack): Promise<void> {
  const bytes = await encodeTrack(track, renderAudio(track.recipe, track.range))
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
