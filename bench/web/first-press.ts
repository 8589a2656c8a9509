import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { catalogueOf } from '../../journeys/support/data/catalogue.ts'
import { startService } from '../../journeys/support/servers/service.ts'
import { makeCollection } from '../import/make-collection.ts'
import { median } from '../load/start-server.ts'
import { recordFigure } from '../report/record-figure.ts'
import { openVisit, slowNetwork, slowProcessor } from './visit.ts'

const FILES = 96
const PRESSES = 7

declare global {
  interface Window {
    /** Milliseconds since the page began to load; undefined until then. */
    pressedAt?: number
    soundAt?: number
  }
}

/** Runs in the page before its own scripts: records the press and the first moment at which the audio moves on. */
function recordFirstSound(): void {
  addEventListener('click', ({ timeStamp }) => (window.pressedAt ??= timeStamp), { capture: true })
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    const look = () => {
      if (this.currentTime > 0 && !this.paused) window.soundAt ??= performance.now()
      else if (window.soundAt === undefined) setTimeout(look, 4)
    }
    look()
    return play.call(this)
  }
}

/**
 * A link to an album is opened for the first time on a slow line, and its play button is pressed as soon as it is
 * shown, without any movement before: how long until the first sound.
 */
export async function benchFirstPress(browser: Browser): Promise<void> {
  const music = await mkdtemp(join(tmpdir(), 'refrain-bench-music-'))
  await makeCollection(music, FILES)
  const service = await startService({ music: [music] })
  try {
    await service.waitForOutput(/has been added/)
    const albums = await catalogueOf(service.address).albums()
    const times: number[] = []
    for (const { _id: id } of albums.slice(0, PRESSES))
      times.push(await pressOnce(browser, service.address, id))
    console.log('play pressed on an album page just opened, processor 4× slower, 1.6 Mbit/s, 150 ms latency')
    recordFigure({ name: 'first sound, median', value: median(times), unit: 'ms', limit: 900, rounds: times })
    recordFigure({ name: 'first sound, worst', value: Math.max(...times), unit: 'ms', limit: 1500 })
  } finally {
    await service.stop()
    rmSync(music, { recursive: true })
  }
}

async function pressOnce(browser: Browser, address: string, albumId: string): Promise<number> {
  const visit = await openVisit(browser, address, recordFirstSound)
  await slowNetwork(visit)
  await slowProcessor(visit)
  const { page } = visit
  await page.goto(`/albums/${albumId}`, { waitUntil: 'commit' })
  await page.locator('main button[aria-label="Play"]').first().click()
  await page.waitForFunction(() => window.soundAt !== undefined, undefined, { polling: 20 })
  const { pressedAt, soundAt } = await page.evaluate(() => ({
    pressedAt: window.pressedAt ?? 0,
    soundAt: window.soundAt ?? 0,
  }))
  await visit.close()
  return soundAt - pressedAt
}
