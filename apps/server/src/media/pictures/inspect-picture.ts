import { countLimits } from '@refrain/contract/limits'
import { countJpegScans } from './count-jpeg-scans.ts'
import { PictureError } from './picture-error.ts'

/** First bytes of each format; -1 stands for any. */
const STARTS = {
  jpeg: [[0xff, 0xd8, 0xff]],
  png: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  gif: [[0x47, 0x49, 0x46, 0x38]],
  webp: [[0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x57, 0x45, 0x42, 0x50]],
  tiff: [
    [0x49, 0x49, 0x2a, 0x00],
    [0x4d, 0x4d, 0x00, 0x2a],
  ],
} as const

export type PictureFormatIn = keyof typeof STARTS

/** Pixels × scans: 20 scans of the largest accepted picture. */
const MAX_SCANNED = 800_000_000

/** The format by the first bytes; undefined for anything else, such as SVG, which never reaches a decoder. */
export function formatOf(bytes: Uint8Array): PictureFormatIn | undefined {
  const formats = Object.keys(STARTS) as PictureFormatIn[]
  return formats.find(format =>
    STARTS[format].some(start => start.every((byte, at) => byte < 0 || bytes[at] === byte)),
  )
}

/**
 * Rejects, before decoding, a JPEG that would take disproportionately long: many empty scans cost seconds of
 * processor time for 100 KB.
 * @throws PictureError
 */
export function refuseCostly(bytes: Uint8Array): void {
  if (formatOf(bytes) !== 'jpeg') return
  const { pixels, scans } = countJpegScans(bytes)
  if (scans > countLimits.pictureScans)
    throw new PictureError(`it has more than ${countLimits.pictureScans} scans`)
  if (pixels * scans > MAX_SCANNED) throw new PictureError('it has too many scans for its size')
}
