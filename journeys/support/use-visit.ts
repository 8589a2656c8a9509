import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { renew, startBrowser, type Visit, visit } from './browsers/chromium.ts'
import { countTracks, type ToneAlbum, writeMusic } from './data/music.ts'
import { type Service, startService } from './servers/service.ts'
import { sharedService } from './servers/shared-service.ts'

interface Journey extends Visit {
  readonly service: Service
  readonly browser: Browser
}

interface VisitOptions {
  /**
   * Music of a service of its own; the journey begins when all of it is imported. Without it, the journey shares a service with
   * others (`sharedService`), whose music is `SHARED_MUSIC`.
   */
  readonly music?: readonly ToneAlbum[]
  /** Called once after the import. */
  readonly begin?: (service: Service) => Promise<void>
  /** Called before each test, with its visitor. */
  readonly before: (journey: Journey) => void | Promise<void>
  /** The tests share a window, which is new to each visitor but need not load and compile everything again. */
  readonly oneWindow?: boolean
  /** The page is drawn in full: for journeys that measure to the pixel, or look at the size of pictures. */
  readonly exact?: boolean
  /** Page errors and refused requests do not fail these tests. */
  readonly allowErrors?: boolean
}

/**
 * Gives a journey the real service and a real browser, with a new visitor before each test. Call it at the top level of a journey.
 */
export function useVisit({
  music,
  begin,
  before,
  oneWindow = false,
  exact = false,
  allowErrors = false,
}: VisitOptions): void {
  let service: Service
  let stop = async () => {}
  let browser: Browser
  let visitor: Visit | undefined

  beforeAll(async () => {
    if (music) ({ service, stop } = await startWith(music))
    else service = await sharedService()
    browser = await startBrowser()
    await begin?.(service)
  })
  beforeEach(async () => {
    if (visitor) await renew(visitor)
    else visitor = await visit(browser, service.address, exact ? { deviceScaleFactor: 1 } : {})
    await before({ ...visitor, service, browser })
  })
  afterEach(async () => {
    if (!allowErrors) expect(visitor?.errors).toEqual([])
    if (oneWindow) return
    await visitor?.context.close()
    visitor = undefined
  })
  afterAll(async () => {
    await browser?.close()
    await stop()
  })
}

/** Starts a service with music of its own, which is imported by then. */
async function startWith(music: readonly ToneAlbum[]) {
  const folder = await writeMusic(music)
  const service = await startService({ music: [folder] })
  async function stop() {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await service.waitForOutput(new RegExp(`\\b${countTracks(music)} added`)).catch(async problem => {
    await stop()
    throw problem
  })
  return { service, stop }
}
