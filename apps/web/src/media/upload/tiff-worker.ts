import { countLimits } from '@refrain/contract/limits'
import { decode, decodeImage, type IFD, toRGBA8 } from 'utif2'
import { serveScaledPictures } from './scale-picture.ts'
import { hasFiniteDirectories } from './tiff-directories.ts'

/** Tags of a page in a TIFF: what kind it is, its width and height, and which way up. */
const KIND = 't254'
const WIDTH = 't256'
const HEIGHT = 't257'
const ORIENTATION = 't274'
const SAMPLES = 't277'
/** In the kind: a small copy of another page. */
const REDUCED = 1

/** Largest file, and most values of a point: colours as in print, and how much is seen through it. */
const MOST_BYTES = 256 * 1024 * 1024
const MOST_SAMPLES = 5

/** Decodes TIFF, which browsers cannot (READ-64): its first page that is no small copy of another. */
serveScaledPictures(async file => {
  if (file.size > MOST_BYTES) throw new Error()
  const buffer = await file.arrayBuffer()
  if (!hasFiniteDirectories(buffer)) throw new Error()
  const pages = decode(buffer).filter(page => numberIn(page, WIDTH) > 0)
  const page = pages.find(one => !(numberIn(one, KIND) & REDUCED)) ?? pages[0]
  // Before anything of it is decoded.
  if (!page || numberIn(page, WIDTH) * numberIn(page, HEIGHT) > countLimits.picturePixels) throw new Error()
  if (numberIn(page, SAMPLES) > MOST_SAMPLES) throw new Error()
  decodeImage(buffer, page)
  const points = new Uint8ClampedArray(toRGBA8(page).buffer as ArrayBuffer)
  const bitmap = await createImageBitmap(new ImageData(points, page.width, page.height))
  return { bitmap, orientation: numberIn(page, ORIENTATION) }
})

function numberIn(page: IFD, tag: string): number {
  const value = page[tag]
  return Array.isArray(value) ? Number(value[0]) : 0
}
