import { PICTURE_PIXELS } from '@refrain/contract/files'
import { decode, decodeImage, type IFD, toRGBA8 } from 'utif2'

/** Tags of a page in a TIFF: what kind it is, its width and height, and which way up. */
const KIND = 't254'
const WIDTH = 't256'
const HEIGHT = 't257'
const ORIENTATION = 't274'
/** In the kind: a small copy of another page. */
const REDUCED = 1

/** The points of a TIFF, 8 bits each of red, green, blue and opacity, as they lie in the file. */
export interface TiffPoints {
  readonly width: number
  readonly height: number
  /** 1 to 8, as in EXIF. */
  readonly orientation: number
  readonly points: Uint8ClampedArray<ArrayBuffer>
}

/** Answers one file with its points, or null where it cannot be decoded. Apart from the page, which goes on meanwhile. */
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  const read = readPoints(data)
  postMessage(read, { transfer: read ? [read.points.buffer] : [] })
})

function readPoints(file: ArrayBuffer): TiffPoints | null {
  try {
    const pages = decode(file).filter(page => numberIn(page, WIDTH) > 0)
    const page = pages.find(one => !(numberIn(one, KIND) & REDUCED)) ?? pages[0]
    if (!page || numberIn(page, WIDTH) * numberIn(page, HEIGHT) > PICTURE_PIXELS) return null
    decodeImage(file, page)
    const { width, height } = page
    const points = new Uint8ClampedArray(toRGBA8(page).buffer as ArrayBuffer)
    if (points.length !== width * height * 4) return null
    return { width, height, orientation: numberIn(page, ORIENTATION) || 1, points }
  } catch {
    return null
  }
}

function numberIn(page: IFD, tag: string): number {
  const value = page[tag]
  return Array.isArray(value) ? Number(value[0]) : 0
}
