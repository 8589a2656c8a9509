import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { isTakenOver, startBrowser, visit } from '../support/browsers/chromium.ts'
import { countRestyled } from '../support/checks/count-restyled.ts'
import { measureFirstScripts } from '../support/checks/first-scripts.ts'
import { readShifts, recordShifts } from '../support/checks/layout-shifts.ts'
import { countTransferred } from '../support/checks/transferred.ts'
import { manyAlbums, writeMusic } from '../support/data/music.ts'
import { carousel, goWithin, main, title, trackRow } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const KB = 1000

let music: string
let service: Service
let browser: Browser

beforeAll(async () => {
  music = await writeMusic(manyAlbums(6))
  service = await startService({ music: [music] })
  browser = await startBrowser({ whole: true })
  await service.waitForOutput(/6 added/)
})
// The service renders Home in the background.
beforeEach(async () => {
  await until(async () => (await (await fetch(service.address)).text()).includes('class="card"')).toBe(true)
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

it('loads at most 139.5 KB of scripts and 20 KB of styles for Home before any interaction, neither a list nor a picture twice, then the code of all screens in few pieces', async () => {
  const sizes = await measureFirstScripts(service.address)
  const first = Array.from(sizes.keys())
  expect(first.map(path => /\/([a-z-]+)-[^/]+$/.exec(path)?.[1])).toEqual(
    expect.arrayContaining(['frameworks', 'frame', 'home']),
  )
  for (const [path, size] of sizes) expect(size, path).toBeGreaterThan(0)
  expect(Array.from(sizes.values()).reduce((sum, size) => sum + size) / KB).toBeLessThanOrEqual(139.5)
  // Nothing else is asked for until the page works.
  const { page, context, errors } = await visit(browser, service.address)
  const transferred = countTransferred(page)
  const asked: string[] = []
  const pieces = new Set<string>()
  page.on('request', request => {
    asked.push(new URL(request.url()).pathname)
    if (request.resourceType() === 'script') pieces.add(request.url())
  })
  await page.goto('/', { waitUntil: 'load' })
  const scripts = await page.evaluate(() => {
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < opened!.domContentLoadedEventEnd)
      .map(({ name }) => new URL(name).pathname)
  })
  expect(scripts.sort()).toEqual(first.sort())

  await carousel(page, 'Popular albums').whole.waitFor()
  await page.waitForLoadState('networkidle')
  const { css = 0 } = await transferred()
  expect(css).toBeGreaterThan(0)
  expect(css / KB).toBeLessThanOrEqual(20)
  // The page uses its embedded data.
  expect(asked.filter(path => path.startsWith('/api/topPopular'))).toEqual([])
  const pictures = asked.filter(path => path.startsWith('/profile_path/'))
  const size = /-\d+\.\w+$/
  expect(new Set(pictures.map(path => path.replace(size, ''))).size).toBe(pictures.length)

  await page.mouse.click(640, 5)
  // One of the last that are prefetched; with the screens of administrators.
  await until(() => Array.from(pieces).join()).toMatch(/(set-up|overview)-page/)
  await page.waitForLoadState('networkidle')
  expect(pieces.size).toBeLessThanOrEqual(40)
  expect(errors).toEqual([])
  await context.close()
})

it('compiles the startup code while it is still downloading', async () => {
  const page = await (await fetch(service.address)).text()
  const files = Array.from(
    page.matchAll(/\/assets\/(frameworks|icons|frame|home)-[^"]+\.js/g),
    ([file]) => file,
  )
  expect(files).toHaveLength(4)
  for (const file of files) {
    const code = await (await fetch(new URL(file, service.address))).text()
    expect(code, file).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  }
})

it('fetches the smallest picture size that fits, with the panel open or closed', async () => {
  for (const width of [360, 768, 1280]) {
    const { page, context } = await visit(browser, service.address, {
      viewport: { width, height: 800 },
      deviceScaleFactor: 1,
    })
    await page.goto('/')
    for (const path of ['/', '/albums']) {
      if (path !== '/') await goWithin(page, path)
      await until(() => page.title(), path).toBe(path === '/' ? 'Home' : 'Albums')
      await page.getByRole('main').locator('img').first().waitFor()
      await page.waitForLoadState('networkidle')
      const wrong = await page.evaluate(() =>
        Array.from(document.querySelectorAll<HTMLImageElement>('main img'))
          // Pictures far out of view are lazy.
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

/** Runs in the page: whether it has been parsed to its end and the first pictures have loaded. */
function isShown(): boolean {
  const pictures = Array.from(document.querySelectorAll<HTMLImageElement>('main img')).slice(0, 2)
  return document.readyState !== 'loading' && pictures.every(({ naturalWidth }) => naturalWidth > 0)
}

it('shows the server-rendered Home before its code arrives and hydrates it without a visible change (HOME-04, HOME-06)', async () => {
  for (const width of [360, 520, 1280]) {
    const { page, context, errors } = await visit(browser, service.address, {
      viewport: { width, height: 800 },
      deviceScaleFactor: 1,
    })
    const code = Promise.withResolvers<void>()
    await page.route(/\.js$/, async route => {
      await code.promise
      await route.continue()
    })
    const opened = page.goto('/', { waitUntil: 'commit' })
    const card = main(page).locator('a.card:has(img)').first()
    await card.locator('img').waitFor()
    await page.waitForFunction(isShown)
    await card.focus()
    await recordShifts(page)
    const visible = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('body *'), element => {
          const { x, y, width: wide, height } = element.getBoundingClientRect()
          // Ignore clipped elements, such as slides out of view.
          const inSight = element.contains(document.elementFromPoint(x + wide / 2, y + height / 2))
          return inSight
            ? `${element.localName} ${Math.round(x)},${Math.round(y)} ${Math.round(wide)}×${Math.round(height)}`
            : ''
        }).filter(line => /^(h1|h2|a|img|button|input|section|nav) /.test(line)),
      )
    const before = await visible()
    expect(before.filter(line => line.startsWith('img')).length, `pictures at ${width}`).toBeGreaterThan(1)
    code.resolve()
    await opened
    await page.waitForFunction(isTakenOver)
    await page.waitForFunction(() => document.querySelectorAll('[aria-label="Player"]').length === 1)
    await page.waitForLoadState('networkidle')
    expect(await visible(), `at ${width}`).toEqual(before)
    expect(await card.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await readShifts(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  }
})

it('replaces the server-rendered album in one step: footer, colour, focus, selection and scroll position stay', async () => {
  const album = /\/albums\/\w+/.exec(await (await fetch(service.address)).text())?.[0] ?? ''
  // The first one loads the code.
  await until(async () =>
    (await (await fetch(service.address + album)).text()).includes('data-partial'),
  ).toBe(true)
  const { page, context, errors } = await visit(browser, service.address, {
    viewport: { width: 1280, height: 300 },
  })
  const code = Promise.withResolvers<void>()
  await page.route(/\.js$/, async route => {
    await code.promise
    await route.continue()
  })
  const opened = page.goto(album, { waitUntil: 'commit' })
  const artist = main(page).locator('header a').first()
  // Out of sight.
  await page.locator('footer').waitFor({ state: 'attached' })
  await artist.focus()
  const colour = () =>
    main(page)
      .locator('.page-header-colour')
      .evaluate(each => getComputedStyle(each).color)
  const before = await colour()
  expect(before).not.toBe(await artist.evaluate(each => getComputedStyle(each).color))
  await page.evaluate(() => {
    const text = document.querySelector('main h1 bdi')?.firstChild as Text
    getSelection()?.setBaseAndExtent(text, 0, text, 3)
    scrollTo(0, 40)
    const missing: string[] = []
    Object.assign(window, { missing })
    new MutationObserver(() => {
      for (const part of ['header h1', 'footer']) if (!document.querySelector(part)) missing.push(part)
    }).observe(document.getElementById('root')!, { childList: true, subtree: true })
  })
  code.resolve()
  await opened
  await trackRow(page, 'Track').row.waitFor()
  expect(await colour()).toBe(before)
  expect(await artist.evaluate(each => each === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => [getSelection()?.toString().length, scrollY])).toEqual([3, 40])
  expect(await page.evaluate(() => (window as unknown as { missing: string[] }).missing)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

it('lets visitors read Home and follow its links without scripts (HOME-04, HOME-06, CARD-08)', async () => {
  const context = await browser.newContext({ baseURL: service.address, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  expect(await title(page).textContent()).toBe('Home')
  expect(await main(page).getByRole('heading').allTextContents()).toEqual([
    'Home',
    'Popular artists',
    'Popular albums',
  ])
  const card = main(page).locator('a.card').last()
  await card.locator('img').waitFor()
  const address = await card.getAttribute('href')
  await card.click()
  await page.waitForURL(`**${address}`)
  await context.close()
})

it('restyles only the elements that are added to a page', async () => {
  const { page, context } = await visit(browser, service.address)
  await page.goto('/')
  for (const path of ['/', '/albums']) {
    if (path !== '/') await goWithin(page, path)
    await until(() => page.title()).toBe(path === '/' ? 'Home' : 'Albums')
    await main(page).locator('a.card').nth(3).waitFor()
    await page.waitForLoadState('networkidle')
    const all = await page.evaluate(() => document.querySelectorAll('*').length)
    const putIn = () =>
      page.evaluate(() => {
        const item = document.querySelector('main a.card')?.closest('li')
        if (!item) throw new Error('There is no card')
        for (let time = 0; time < 3; time++) {
          const another = item.cloneNode(true) as HTMLElement
          item.after(another)
          another.getBoundingClientRect()
          another.remove()
          item.getBoundingClientRect()
        }
      })
    // Other work would be counted too, so wait until the page is idle.
    await until(async () => {
      const counts = await countRestyled(page, putIn)
      return counts.length > 0 ? Math.max(...counts) : Number.POSITIVE_INFINITY
    }, path).toBeLessThan(Math.min(60, all / 2))
  }
  await context.close()
})
