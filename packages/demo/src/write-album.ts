import { randomUUID } from 'node:crypto'
import { access, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { drawArtist } from './draw/draw-artist.ts'
import { drawCover } from './draw/draw-cover.ts'
import type { SampleAlbum, SampleTrack } from './sample-catalogue.ts'
import { framesOffset, writeFlacHeader, writeStreamInfo } from './tags/flac-header.ts'
import { id3Length, writeId3 } from './tags/id3.ts'

/**
 * Lays an album out under `folder`: its pictures, its lyrics, and for every track a promised file, which carries the
 * final tags and no sound yet. What is there already is left alone.
 */
export async function writeAlbum(folder: string, album: SampleAlbum): Promise<void> {
  await mkdir(join(folder, album.folder), { recursive: true })
  await writeUnlessThere(join(folder, album.folder, 'cover.jpg'), () =>
    drawCover(album.artist, album.title, album.number),
  )
  await writeUnlessThere(join(folder, album.artistFolder, 'artist.jpg'), () => drawArtist(album.artist))
  for (const track of album.tracks) {
    const path = join(folder, track.file)
    await writeUnlessThere(path, async () => promise(track))
    if (track.lrc) await writeUnlessThere(path.replace(/\.\w+$/, '.lrc'), async () => Buffer.from(track.lrc))
  }
}

/** True for a finished track, false for one that is still promised; throws where there is no such file. */
export async function isRendered(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(Math.min(size, 65536))
    await file.read(head, 0, head.length, 0)
    // Promised files end where their tags end.
    return size > Math.max(id3Length(head), framesOffset(head))
  } finally {
    await file.close()
  }
}

/** The tags of a track in a file of its format that holds no sound. */
function promise(track: SampleTrack): Buffer {
  if (track.sound.codec === 'mp3') return writeId3(track.tags)
  return writeFlacHeader(writeStreamInfo(track.sound.sampleRate, track.sound.trueSamples), track.tags)
}

async function writeUnlessThere(path: string, make: () => Promise<Buffer>): Promise<void> {
  const there = await access(path).then(
    () => true,
    () => false,
  )
  if (there) return
  // In one step: half a file would count as there for ever. Another process may write the same.
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
  try {
    await writeFile(temporary, await make())
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
