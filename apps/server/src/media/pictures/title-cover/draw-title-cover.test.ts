import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawTitleCover } from './draw-title-cover.ts'

const cover = { title: 'Bare Walls', artist: 'Nina', colour: '#1e6b45' }

/** Share of the picture that is nearly white. */
async function lettering(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true })
  return data.filter(grey => grey > 200).length / data.length
}

describe('drawTitleCover', () => {
  it.each(['jpeg', 'webp'] as const)('draws a square of the asked size as %s', async format => {
    const { width, height, format: kind } = await sharp(await drawTitleCover(cover, 96, format)).metadata()
    expect([width, height, kind]).toEqual([96, 96, format])
  })

  it('shows the title and the artist on the colour of the album', async () => {
    const whole = await lettering(await drawTitleCover(cover, 512, 'jpeg'))
    const untitled = await lettering(await drawTitleCover({ ...cover, title: 'I' }, 512, 'jpeg'))
    expect(whole).toBeGreaterThan(0.015)
    expect(untitled).toBeLessThan(whole)
    const corner = sharp(await drawTitleCover(cover, 512, 'jpeg')).extract({
      left: 0,
      top: 0,
      width: 8,
      height: 8,
    })
    const [red, green, blue] = (await corner.stats()).channels.map(({ mean }) => Math.round(mean))
    expect(Math.abs(red! - 0x1e) + Math.abs(green! - 0x6b) + Math.abs(blue! - 0x45)).toBeLessThan(45)
  })

  it('draws a disc where letters are missing, and ignores a colour that is none', async () => {
    const other = await drawTitleCover({ title: '山田', artist: '', colour: '"/><script>' }, 256, 'jpeg')
    expect((await sharp(other).metadata()).width).toBe(256)
    // The rim of the disc, and the ground beside it.
    const { data } = await sharp(other).greyscale().raw().toBuffer({ resolveWithObject: true })
    const [rim, ground] = [data[128 * 256 + 128 + 60]!, data[128 * 256 + 128 + 90]!]
    expect(rim).toBeGreaterThan(2 * ground)
  })
})
