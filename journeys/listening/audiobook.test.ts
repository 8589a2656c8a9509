import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFfmpeg } from '@refrain/audio/ffmpeg/find-ffmpeg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { button, player, rightPanel, timeDisplay, trackRow } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const CHAPTER_MS = 900_000

let music: string
let service: Service
let browser: Browser

/** An audiobook of half an hour in two chapters, and a short track in a format that no browser plays. */
function writeAudiobook(folder: string): void {
  mkdirSync(folder)
  const list = join(music, 'chapters.txt')
  const chapters = ['Beginning', 'End'].map((title, n) =>
    [
      '[CHAPTER]',
      'TIMEBASE=1/1000',
      `START=${n * CHAPTER_MS}`,
      `END=${(n + 1) * CHAPTER_MS}`,
      `title=${title}`,
    ].join('\n'),
  )
  writeFileSync(list, [';FFMETADATA1', ...chapters, ''].join('\n'))
  const tags = (title: string) => [
    '-metadata',
    `title=${title}`,
    '-metadata',
    'artist=Ada',
    '-metadata',
    'album=Tales',
  ]
  const book = ['-map', '0:a', '-map_metadata', '1', '-b:a', '16k', ...tags('Book'), join(folder, '1.m4b')]
  const song = ['-map', '0:a', '-t', '20', '-map_metadata', '-1', ...tags('Song'), join(folder, '2.wv')]
  const tone = `sine=f=440:r=8000:d=${(2 * CHAPTER_MS) / 1_000}`
  const inputs = ['-f', 'lavfi', '-i', tone, '-f', 'ffmetadata', '-i', list]
  execFileSync(findFfmpeg() as string, ['-v', 'error', ...inputs, ...book, ...song])
}

beforeAll(async () => {
  music = mkdtempSync(join(tmpdir(), 'refrain-audiobook-'))
  writeAudiobook(join(music, 'Tales'))
  service = await startService({ music: [music] })
  browser = await startBrowser()
  await service.waitForOutput(/2 added/)
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

const time = (page: Page) => timeDisplay(page).innerText()
const play = async (page: Page, title: string) => trackRow(page, title).play.click()

it('plays a chapter by a press, and continues there after another track, which is WavPack', async () => {
  const { page, context } = await visit(browser, service.address)
  const { _id } = await catalogueOf(service.address).album('Tales')
  await page.goto(`/albums/${_id}`)
  await play(page, 'Book')
  await rightPanel(page)
    .getByRole('region', { name: 'Chapters' })
    .getByRole('button', { name: 'End' })
    .click()
  await until(() => time(page)).toMatch(/^15:0\d \/ 30:00/)
  await button(player(page), 'Pause').click()
  await play(page, 'Song')
  await until(() => time(page)).toMatch(/^0:0[1-9] \/ 0:20/)
  const { frequency } = await listen(page)
  expect(Math.abs(frequency - 440)).toBeLessThan(15)
  await play(page, 'Book')
  await until(() => time(page)).toMatch(/^15:\d\d \/ 30:00/)
  await context.close()
})
