import {
  DAILY_MIX_PATH,
  DAILY_MIX_PICTURES,
  dailyMixPicture,
} from '@refrain/contract/media/daily-mix-pictures'
import { fillPath } from '@refrain/contract/operation'
import { wcagContrast } from 'culori'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../http/create-app.ts'
import { readSettings } from '../../settings.ts'
import { registerDailyMixes } from './daily-mix-routes.ts'

function start() {
  const app = createApp({ ...readSettings({}), rateLimitScale: 0 })
  registerDailyMixes(app, () => {})
  onTestFinished(() => app.close())
  return app
}
const addressOf = (n: number) => fillPath(DAILY_MIX_PATH, { file: dailyMixPicture(n).file })

it('has a different picture for each daily mix (MED-05, MED-07, PROP-23)', async () => {
  const app = start()
  expect(addressOf(1)).toBe('/profile_path/playlist_profile/default/daily_mix_1.jpg')
  const seen = new Set<string>()
  for (let n = 1; n <= DAILY_MIX_PICTURES; n++) {
    const answer = await app.inject(addressOf(n))
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 512,
      height: 512,
    })
    seen.add(String(answer.headers.etag))
  }
  expect(seen.size).toBe(DAILY_MIX_PICTURES)
})

it('starts over when there are more mixes than pictures (PROP-23)', () => {
  expect(dailyMixPicture(DAILY_MIX_PICTURES + 1)).toEqual(dailyMixPicture(1))
  expect(dailyMixPicture(3 * DAILY_MIX_PICTURES).file).toBe(`daily_mix_${DAILY_MIX_PICTURES}.jpg`)
})

it('gives each a colour with enough contrast for white text', () => {
  for (let n = 1; n <= DAILY_MIX_PICTURES; n++)
    expect(wcagContrast('#ffffff', dailyMixPicture(n).colour)).toBeGreaterThanOrEqual(4.5)
})

it('answers HEAD and 304', async () => {
  const app = start()
  const head = await app.inject({ method: 'HEAD', url: addressOf(1) })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  const headers = { 'if-none-match': String(head.headers.etag) }
  const again = await app.inject({ url: addressOf(1), headers })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('answers 404 for every other name', async () => {
  const app = start()
  for (const file of [
    'daily_mix_0.jpg',
    'daily_mix_9.jpg',
    'daily_mix_1.png',
    '..%2fdaily_mix_1.jpg',
    '%00',
  ]) {
    const { statusCode } = await app.inject(`/profile_path/playlist_profile/default/${file}`)
    expect([file, statusCode]).toEqual([file, 404])
  }
})
