import { randomUUID } from 'node:crypto'
import { access, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { findFlacFrames, writeFlacHeader, writeStreamInfo } from '@refrain/audio/encode/flac-header'
import { measureId3, writeId3 } from '@refrain/audio/encode/id3-tag'
import type { SampleAlbum, SampleTrack } from '../catalogue/sample-catalogue.ts'

/**
 * Writes an album under `folder`: pictures, lyrics and, for each track, a placeholder with the final tags but no audio.
 * Existing files stay as they are.
 */
export async function writeAlbum(folder: string, album: SampleAlbum): Promise<void> {
  await mkdir(join(folder, album.folder), { recursive: true })
  // Code for drawing is loaded when something is drawn, which is once.
  await writeIfMissing(join(folder, album.folder, 'cover.jpg'), async () => {
    const { drawCover } = await import('../draw/draw-cover.ts')
    return drawCover(album.artist, album.title, album.number)
  })
  await writeIfMissing(join(folder, album.artistFolder, 'artist.jpg'), async () => {
    const { drawArtist } = await import('../draw/draw-artist.ts')
    return drawArtist(album.artist)
  })
  for (const track of album.tracks) {
    const path = join(folder, track.file)
    await writeIfMissing(path, async () => placeholder(track))
    if (track.lrc) await writeIfMissing(path.replace(/\.\w+$/, '.lrc'), async () => Buffer.from(track.lrc))
  }
}

/** False for a placeholder. Rejects if the file does not exist. */
export async function isRendered(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(Math.min(size, 65536))
    await file.read(head, 0, head.length, 0)
    // A placeholder ends with its tags.
    return size > Math.max(measureId3(head), findFlacFrames(head))
  } finally {
    await file.close()
  }
}

function placeholder(track: SampleTrack): Buffer {
  if (track.audio.codec === 'mp3') return writeId3(track.tags)
  return writeFlacHeader(writeStreamInfo(track.audio.sampleRate, track.audio.trueSamples), track.tags)
}

async function writeIfMissing(path: string, make: () => Promise<Buffer>): Promise<void> {
  const there = await access(path).then(
    () => true,
    () => false,
  )
  if (there) return
  // Atomic, as a partial file would never be replaced; unique, as another process may write the same file.
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
  try {
    await writeFile(temporary, await make())
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
