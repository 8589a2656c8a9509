import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from './support/browser.ts'
import { manyAlbums, writeMusic } from './support/music.ts'
import { carousel } from './support/pages.ts'
import { type Service, startService } from './support/service.ts'
import { countTransferred } from './support/transferred.ts'

const KB = 1000

let music: string
let service: Service
let browser: Browser

beforeAll(async () => {
  music = await writeMusic(manyAlbums(6))
  service = await startService({ music: [music] })
  browser = await startBrowser()
  await service.says(/6 added/)
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

it('shows Home for at most 140 KB of scripts and 20 KB of styles, until somebody does something', async () => {
  const { page, context, complaints } = await visit(browser, service.address)
  const transferred = countTransferred(page)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await carousel(page, 'Popular albums').whole.waitFor()
  await page.waitForLoadState('networkidle')
  const { javascript = 0, css = 0 } = await transferred()
  expect(javascript).toBeGreaterThan(0)
  expect(javascript / KB).toBeLessThanOrEqual(140)
  expect(css).toBeGreaterThan(0)
  expect(css / KB).toBeLessThanOrEqual(20)
  // What the head of the page fetched early is what the page uses: no list and no picture comes twice.
  expect(asked).toContain('/api/topPopularArtists')
  const lists = asked.filter(path => path.startsWith('/api/topPopular'))
  const pictures = asked.filter(path => path.startsWith('/profile_path/'))
  expect(lists.toSorted()).toEqual(['/api/topPopularAlbums', '/api/topPopularArtists'])
  const size = /-\d+\.\w+$/
  expect(new Set(pictures.map(path => path.replace(size, ''))).size).toBe(pictures.length)
  expect(complaints).toEqual([])
  await context.close()
})

it('fetches pictures in the smallest size that fills their place, the panel beside them or not', async () => {
  for (const width of [360, 768, 1280, 1920]) {
    const { page, context } = await visit(browser, service.address, { viewport: { width, height: 800 } })
    for (const path of ['/', '/albums', '/popularalbums']) {
      await page.goto(path)
      await page.getByRole('main').locator('img').first().waitFor()
      await page.waitForLoadState('networkidle')
      const wrong = await page.evaluate(() =>
        Array.from(document.querySelectorAll<HTMLImageElement>('main img'))
          // Those far out of sight are put off.
          .filter(image => image.currentSrc !== '')
          .map(image => ({
            shown: image.getBoundingClientRect().width,
            fetched: Number(/-(\d+)\.\w+$/.exec(image.currentSrc)?.[1]),
          }))
          .filter(({ shown, fetched }) => fetched !== [96, 256, 512, 1024].find(size => size >= shown)),
      )
      expect(wrong, `${path} at ${width}`).toEqual([])
    }
    await context.close()
  }
})
