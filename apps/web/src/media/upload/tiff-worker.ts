import { countLimits } from '@refrain/contract/limits'
import { decode, decodeImage, type IFD, toRGBA8 } from 'utif2'
import { serveScaledPictures } from './scale-picture.ts'
import { hasFiniteDirectories } from './tiff-directories.ts'

/** TIFF tags as utif2 names them. KIND is NewSubfileType. */
const KIND = 't254'
const WIDTH = 't256'
const HEIGHT = 't257'
const ORIENTATION = 't274'
const SAMPLES = 't277'
/** Bit of KIND: a reduced copy of another page. */
const REDUCED = 1

const MAX_BYTES = 256 * 1024 * 1024
/** Samples per pixel: CMYK and opacity. */
const MAX_SAMPLES = 5

// Decodes the first full-size page of a TIFF file, which most browsers cannot.
serveScaledPictures(async file => {
  if (file.size > MAX_BYTES) throw new Error()
  const buffer = await file.arrayBuffer()
  if (!hasFiniteDirectories(buffer)) throw new Error()
  const pages = decode(buffer).filter(page => numberIn(page, WIDTH) > 0)
  const page = pages.find(one => !(numberIn(one, KIND) & REDUCED)) ?? pages[0]
  // Checked before anything is decoded.
  if (!page || numberIn(page, WIDTH) * numberIn(page, HEIGHT) > countLimits.picturePixels) throw new Error()
  if (numberIn(page, SAMPLES) > MAX_SAMPLES) throw new Error()
  decodeImage(buffer, page)
  const pixels = new Uint8ClampedArray(toRGBA8(page).buffer as ArrayBuffer)
  const bitmap = await createImageBitmap(new ImageData(pixels, page.width, page.height))
  return { bitmap, orientation: numberIn(page, ORIENTATION) }
})

function numberIn(page: IFD, tag: string): number {
  const value = page[tag]
  return Array.isArray(value) ? Number(value[0]) : 0
}
