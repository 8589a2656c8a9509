import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PICTURE_FORMATS, PICTURE_SIZES } from '@refrain/contract/media/pictures'
import { sampleCatalogue } from '@refrain/demo'
import { pictureFilePath } from '@refrain/server/media/pictures/picture-path'
import sharp from 'sharp'
import { startBrowser } from '../../journeys/support/browsers/chromium.ts'
import { catalogueOf } from '../../journeys/support/data/catalogue.ts'
import { startService } from '../../journeys/support/servers/service.ts'
import { buildStale } from '../../scripts/build.mjs'
import { SEEDED_PICTURE, seedCatalogue } from '../data/seed-catalogue.ts'
import { startServer } from '../load/start-server.ts'
import { benchAfterPress } from './after-press.ts'
import { benchAlbumLoad, benchFirstLoad } from './first-load.ts'
import { benchFirstPress } from './first-press.ts'
import { benchLongList } from './long-list.ts'
import { benchMemberPages } from './member-pages.ts'
import { benchOpening } from './opening.ts'
import { benchScrolling, MANY } from './scrolling.ts'

/** Measures the built pages in a real browser with the real service: each figure beside its limit. */
export async function benchWeb(): Promise<void> {
  await buildStale(['pages'])
  const browser = await startBrowser()
  try {
    console.log(`Chromium ${browser.version()}`)
    await against(fillWithSample, async address => {
      await benchFirstLoad(browser, address)
      await benchAlbumLoad(browser, address)
      await benchAfterPress(browser, address)
      await benchMemberPages(browser, address)
      await benchOpening(browser, address)
    })
    await benchFirstPress(browser)
    await against(fillWithMany, async address => {
      await benchLongList(browser, address)
      await benchScrolling(browser, address)
    })
  } finally {
    await browser.close()
  }
}

/** Serves a data folder prepared by `fill`, with nothing else running. */
async function against(
  fill: (dataDir: string) => Promise<void>,
  measure: (address: string) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  try {
    await fill(dataDir)
    const server = await startServer('http-server', ['pages', dataDir])
    await measure(`http://127.0.0.1:${server.port}`)
    server.stop()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

/** The sample catalogue after the first start, its music not rendered yet. */
async function fillWithSample(dataDir: string): Promise<void> {
  const service = await startService({ dataDir })
  const { albums } = catalogueOf(service.address)
  while ((await albums()).length < sampleCatalogue().length) await wait(200)
  await service.stop()
}

/** Many albums with one shared picture. */
async function fillWithMany(dataDir: string): Promise<void> {
  await seedCatalogue(dataDir, MANY)
  for (const format of PICTURE_FORMATS) {
    for (const size of PICTURE_SIZES) {
      const file = pictureFilePath(dataDir, SEEDED_PICTURE, size, format)
      mkdirSync(dirname(file), { recursive: true })
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
      const create = { width: size, height: size, channels: 3 as const, background: '#335577', noise }
      writeFileSync(file, await sharp({ create }).blur(4).toFormat(format).toBuffer())
    }
  }
}
