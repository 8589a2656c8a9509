import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import sharp from 'sharp'
import { applyTags } from 'taglib-wasm'

const RATE = 44_100

interface ToneTrack {
  readonly title: string
  /** Frequency of its pure tone in Hz. */
  readonly frequency: number
  readonly seconds: number
  /** Timed lyrics, written beside it as an LRC file. */
  readonly lyrics?: string
}

export interface ToneAlbum {
  readonly artist: string
  readonly album: string
  readonly year: number
  readonly colour: string
  /** Defaults to 'Tones'. */
  readonly genre?: string
  readonly tracks: readonly ToneTrack[]
}

/** Writes albums of tagged MP3s with folder covers; each track is identified by its tone. */
export async function writeMusic(albums: readonly ToneAlbum[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-music-'))
  for (const album of albums) await addAlbum(folder, album)
  return folder
}

export const countTracks = (albums: readonly ToneAlbum[]) =>
  albums.reduce((count, { tracks }) => count + tracks.length, 0)

/** Writes one more album into a folder of music. */
export async function addAlbum(folder: string, album: ToneAlbum): Promise<void> {
  for (const [index, track] of album.tracks.entries()) {
    const file = join(folder, album.artist, album.album, `${index + 1} ${track.title}.mp3`)
    mkdirSync(dirname(file), { recursive: true })
    const tags = {
      title: track.title,
      artist: album.artist,
      album: album.album,
      track: index + 1,
      year: album.year,
      genre: album.genre ?? 'Tones',
    }
    writeFileSync(file, await applyTags(new Uint8Array(await encodeTone(track)), tags))
    if (track.lyrics) writeFileSync(file.replace(/mp3$/, 'lrc'), track.lyrics)
  }
  const cover = sharp({ create: { width: 600, height: 600, channels: 3, background: album.colour } })
  await cover.jpeg().toFile(join(folder, album.artist, album.album, 'cover.jpg'))
}

/** Albums of one short track each with the same audio: `Album 01` by `Artist 01`, and so on. */
export function manyAlbums(count: number): ToneAlbum[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(2, '0')
    return {
      artist: `Artist ${number}`,
      album: `Album ${number}`,
      year: 1980 + (index % 40),
      colour: `hsl(${(index * 47) % 360}, 60%, 40%)`,
      tracks: [{ title: `Track ${number}`, frequency: 440, seconds: 1 }],
    }
  })
}

const encoded = new Map<string, Promise<Buffer>>()

/** Audio of a track; equal tones are encoded once. */
function encodeTone({ frequency, seconds }: ToneTrack): Promise<Buffer> {
  const name = `${frequency} ${seconds}`
  const known = encoded.get(name)
  if (known) return known
  const samples = tone(frequency, seconds)
  const sound = encodeMp3(samples, samples)
  encoded.set(name, sound)
  return sound
}

function tone(frequency: number, seconds: number): Float32Array {
  return Float32Array.from(
    { length: seconds * RATE },
    (_, i) => 0.4 * Math.sin((2 * Math.PI * frequency * i) / RATE),
  )
}
