import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeFlac } from '@refrain/audio/encode/encode-flac-file'
import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import type { FileTags } from '@refrain/audio/encode/file-tags'
import sharp from 'sharp'
import { TagLib } from 'taglib-wasm'

const TRACKS = 12
const RATE = 44_100
const DRAWN_COVERS = 24
/** Width and height of the drawing, whatever the cover's are. */
const DRAWN_EDGE = 1000
const NAMES = [
  'Harbour',
  'Lantern',
  'Quiet',
  'Meridian',
  'Ash',
  'Copper',
  'Tide',
  'Orchard',
  'Static',
  'Winter',
]
const GENRES = ['Jazz', 'House', 'Folk', 'Ambient', 'Rock', 'Chamber']

export const NO_TAGS: FileTags = {
  title: '',
  artists: [],
  album: '',
  albumArtist: '',
  track: 0,
  trackTotal: 0,
  disc: 0,
  discTotal: 0,
  date: '',
  genres: [],
  compilation: false,
  trackGain: 0,
  trackPeak: 0,
  albumGain: 0,
  albumPeak: 0,
}

export interface CollectionSize {
  /** Length of each file. */
  readonly seconds?: number
  /** Width and height of the covers in pixels. */
  readonly coverEdge?: number
  /** The first file, counted from 0, for more of a collection that is already there. */
  readonly from?: number
}

/**
 * Writes an invented collection: albums of twelve tracks, each file with its own sound, full tags and its
 * album's cover. Two thirds are MP3, a third FLAC.
 * @param files how many there are then; a multiple of twelve where the collection goes on later
 */
export async function makeCollection(
  root: string,
  files: number,
  { seconds = 4, coverEdge = 1000, from = 0 }: CollectionSize = {},
): Promise<{ albums: number; bytes: number }> {
  const taglib = await TagLib.initialize()
  const { left, right } = makeSound(seconds)
  const sounds = {
    mp3: await encodeMp3(left, right),
    flac: await encodeFlac(left, right, NO_TAGS),
  }
  const drawn = await Promise.all(Array.from({ length: DRAWN_COVERS }, (_, n) => drawCover(n, coverEdge)))
  let albums = from / TRACKS
  let bytes = 0
  for (let n = from; n < files; n++) {
    const track = (n % TRACKS) + 1
    if (track === 1) albums++
    const artist = `The ${NAMES[albums % 10]} ${NAMES[Math.floor(albums / 30) % 10]}s ${Math.floor(albums / 300)}`
    const album = `${NAMES[(albums * 7) % 10]} No. ${albums}`
    const extension = albums % 3 === 0 ? 'flac' : 'mp3'
    const sound = distinct(sounds[extension], extension, n)
    const file = await taglib.open(new Uint8Array(sound))
    file.setProperties({
      TITLE: [`${NAMES[n % 10]} of ${NAMES[(n * 3) % 10]}`],
      ARTIST: [artist],
      ALBUMARTIST: [artist],
      ALBUM: [album],
      TRACKNUMBER: [`${track}/${TRACKS}`],
      DATE: [String(1960 + (albums % 60))],
      GENRE: [GENRES[albums % GENRES.length]!],
      REPLAYGAIN_TRACK_GAIN: ['-7.20 dB'],
      REPLAYGAIN_TRACK_PEAK: ['0.988'],
    })
    file.setPictures([
      {
        mimeType: 'image/jpeg',
        data: ownCover(drawn[albums % DRAWN_COVERS]!, albums),
        type: 'FrontCover',
        description: '',
      },
    ])
    file.save()
    const written = Uint8Array.from(file.getFileBuffer())
    file.dispose()
    bytes += written.length
    const folder = join(root, artist, album)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${String(track).padStart(2, '0')} Track.${extension}`), written)
  }
  return { albums, bytes }
}

function makeSound(seconds: number) {
  const left = new Float32Array(seconds * RATE)
  const right = new Float32Array(seconds * RATE)
  for (let n = 0; n < left.length; n++) {
    left[n] = 0.3 * Math.sin((n * 220 * 2 * Math.PI) / RATE) + 0.05 * Math.sin(n * n * 1e-5)
    right[n] = 0.3 * Math.sin((n * 277 * 2 * Math.PI) / RATE)
  }
  return { left, right }
}

/** Distinct audio of the same length: other bytes in the last frame, and for FLAC another checksum. */
function distinct(sound: Buffer, extension: string, n: number): Buffer {
  const own = Buffer.from(sound)
  own.writeUInt32BE(n, extension === 'flac' ? 26 : own.length - 6)
  return own
}

/** Shapes over noise, as large as the covers in real collections if they have as many pixels. */
async function drawCover(n: number, edge: number): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: edge,
      height: edge,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 7 },
    },
  })
    .png()
    .toBuffer()
  const circles = Array.from({ length: 14 }, (_, k) => {
    const at = (salt: number) => (n * 131 + k * 71 * salt) % DRAWN_EDGE
    return `<circle cx="${at(3)}" cy="${at(5)}" r="${80 + (at(7) % 220)}" fill="hsl(${(n * 37 + k * 23) % 360} 60% ${25 + ((k * 9) % 50)}%)" opacity=".75"/>`
  })
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="0 0 ${DRAWN_EDGE} ${DRAWN_EDGE}">${circles.join('')}</svg>`,
  )
  return sharp(noise)
    .composite([{ input: svg, blend: 'overlay' }])
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** The same picture with other trailing bytes, so that each album has its own cover. */
function ownCover(cover: Buffer, album: number): Uint8Array {
  return Buffer.concat([cover, Buffer.from(`album ${album}`)])
}
