// Takes the pictures of README.md from the sample catalogue: npm run screenshots
import { mkdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { startBrowser } from '../journeys/support/browsers/chromium.ts'
import { startService } from '../journeys/support/servers/service.ts'

const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const WINDOW = { width: 1280, height: 800 }

const service = await startService()
const browser = await startBrowser()
try {
  await service.waitForOutput(/sample music has been added/)
  const context = await browser.newContext({
    baseURL: service.address,
    viewport: WINDOW,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  mkdirSync(FOLDER, { recursive: true })

  await page.goto('/')
  await page.getByRole('heading', { name: 'Popular albums' }).waitFor()
  await takePicture(page, 'home')

  await page.getByRole('region', { name: 'Popular albums' }).getByRole('link', { name: /./ }).nth(1).click()
  await page.getByRole('main').getByRole('button', { name: /^Play/ }).first().click()
  // The sample track may have to be rendered first.
  await page
    .getByText(/^0:2\d \//)
    .first()
    .waitFor({ timeout: 120_000 })
  await takePicture(page, 'album')
} finally {
  await browser.close()
  await service.stop()
}
// Its browser is the one that journeys share, which ends with the process.
process.exit()

async function takePicture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  const path = `${FOLDER}${name}.webp`
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(path)
  console.log(`${path}: ${Math.round(statSync(path).size / 1024)} KB`)
}
