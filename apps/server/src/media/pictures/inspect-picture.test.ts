import sharp from 'sharp'
import { expect, it } from 'vitest'
import { progressiveJpeg } from '../../testing/progressive-jpeg.ts'
import { countJpegScans } from './count-jpeg-scans.ts'
import { refuseCostly } from './inspect-picture.ts'

const progressive = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#2f4fa8' } })
    .jpeg({ progressive: true })
    .toBuffer()

const APP1 = 0xe1

/** A JPEG with other bytes inside a segment right after its start, as cameras store thumbnails. */
function withSegment(jpeg: Buffer, content: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, (content.length + 2) >> 8, (content.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

it('counts the scans and pixels of a JPEG', async () => {
  expect(countJpegScans(progressiveJpeg(128, 40))).toEqual({ pixels: 128 * 128, scans: 40 })
  expect(countJpegScans(await progressive())).toEqual({ pixels: 60_000, scans: 10 })
})

it('counts neither thumbnails nor data after the end', async () => {
  const hidden = progressiveJpeg(16, 100)
  const picture = Buffer.concat([withSegment(await progressive(), hidden), hidden])
  expect(countJpegScans(picture)).toEqual({ pixels: 60_000, scans: 10 })
})

it('counts scans after restart markers, fill bytes and unknown codes', () => {
  const jpeg = progressiveJpeg(16, 2)
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const odd = Buffer.from([0xff, 0xd3, 0xff, 0x01, 0xff, 0xff, 0xff])
  expect(countJpegScans(Buffer.concat([jpeg.subarray(0, last), odd, jpeg.subarray(last)])).scans).toBe(2)
})

it('rejects more than 64 scans, fewer for large pictures, and truncated segments', () => {
  expect(() => refuseCostly(progressiveJpeg(1000, 64))).not.toThrow()
  expect(() => refuseCostly(progressiveJpeg(1000, 65))).toThrow('more than 64 scans')
  expect(() => refuseCostly(progressiveJpeg(6300, 20))).not.toThrow()
  expect(() => refuseCostly(progressiveJpeg(6300, 21))).toThrow('too many scans for its size')
  const cut = progressiveJpeg(1000, 3)
  expect(() => refuseCostly(cut.subarray(0, cut.lastIndexOf(Buffer.from([0xff, 0xda])) + 6))).toThrow(
    'damaged',
  )
})
