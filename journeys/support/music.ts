import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { encodeMp3 } from '@refrain/demo/encode/mp3'
import sharp from 'sharp'
import { applyTags } from 'taglib-wasm'

const RATE = 44_100

export interface ToneTrack {
  readonly title: string
  /** What it sounds like: a pure tone in Hz. */
  readonly frequency: number
  readonly seconds: number
}

export interface ToneAlbum {
  readonly artist: string
  readonly album: string
  readonly year: number
  readonly colour: string
  readonly tracks: readonly ToneTrack[]
}

/** Writes albums of tagged MP3s with folder covers; each track is a tone, so that it is known by ear. */
export async function writeMusic(albums: readonly ToneAlbum[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-music-'))
  for (const album of albums) {
    for (const [index, track] of album.tracks.entries()) {
      const file = join(folder, album.artist, album.album, `${index + 1} ${track.title}.mp3`)
      mkdirSync(dirname(file), { recursive: true })
      const sound = tone(track)
      const tags = {
        title: track.title,
        artist: album.artist,
        album: album.album,
        track: index + 1,
        year: album.year,
      }
      writeFileSync(
        file,
        await applyTags(new Uint8Array(await encodeMp3(sound, sound)), { ...tags, genre: 'Tones' }),
      )
    }
    const cover = sharp({ create: { width: 600, height: 600, channels: 3, background: album.colour } })
    await cover.jpeg().toFile(join(folder, album.artist, album.album, 'cover.jpg'))
  }
  return folder
}

function tone({ frequency, seconds }: ToneTrack): Float32Array {
  return Float32Array.from(
    { length: seconds * RATE },
    (_, i) => 0.4 * Math.sin((2 * Math.PI * frequency * i) / RATE),
  )
}
