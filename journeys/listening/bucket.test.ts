import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openBucket } from '@refrain/server/object-storage/bucket'
import { BUCKET, startS3Server } from '@refrain/server/testing/servers/s3-server'
import { expect, it, onTestFinished } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import { writeMusic } from '../support/data/music.ts'
import { startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const TONES = [
  { title: 'First Tone', frequency: 440, seconds: 4 },
  { title: 'Second Tone', frequency: 660, seconds: 30 },
]

/** Puts music into a bucket. @returns settings of a service that redirects to the bucket */
async function fillBucket(): Promise<Record<string, string>> {
  const music = await writeMusic([
    { artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c', tracks: TONES },
  ])
  onTestFinished(() => rmSync(music, { recursive: true, force: true }))
  const s3 = await startS3Server()
  const bucket = openBucket(BUCKET, s3)
  for (const entry of readdirSync(music, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    await bucket.write(`music/${path.slice(music.length + 1)}`, readFileSync(path))
  }
  return {
    MUSIC: `s3://${BUCKET}/music`,
    STORAGE: `s3://${BUCKET}/media`,
    STORAGE_DELIVERY: 'redirect',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
}

it('plays an album and shows its cover from a bucket that the service redirects to', async () => {
  const settings = await fillBucket()
  const service = await startService({ settings })
  onTestFinished(() => service.stop())
  await service.waitForOutput(/2 added/)
  const browser = await startBrowser()
  onTestFinished(() => browser.close())
  const { page, errors } = await visit(browser, service.address)
  const fromBucket: string[] = []
  page.on('response', response => {
    const { origin, pathname } = new URL(response.url())
    if (origin === settings.S3_ENDPOINT) fromBucket.push(`${response.status()} ${pathname.split('/')[2]}`)
  })
  await page.goto('/')
  await page
    .getByRole('link', { name: /Pure Tones/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Pure Tones' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()
  for (const { frequency } of TONES) {
    await until(async () => {
      const { level, frequency: heard } = await listen(page)
      return level > 0.05 && Math.abs(heard - frequency) < 15
    }).toBe(true)
  }
  expect(new Set(fromBucket)).toEqual(new Set(['206 music', '200 media']))
  expect(errors).toEqual([])
})
