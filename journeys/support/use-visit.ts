import { rmSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { startBrowser, type Visit, visit } from './browsers/chromium.ts'
import { type ToneAlbum, writeMusic } from './data/music.ts'
import { type Service, startService } from './servers/service.ts'

interface Journey extends Visit {
  readonly service: Service
  readonly browser: Browser
}

interface VisitOptions {
  /** The service's music; the journey begins when all of it is imported. */
  readonly music: readonly ToneAlbum[]
  /** Called once after the import. */
  readonly begin?: (service: Service) => Promise<void>
  /** Called before each test, with its visitor. */
  readonly before: (journey: Journey) => void | Promise<void>
  /** Page errors and refused requests do not fail these tests. */
  readonly allowErrors?: boolean
}

/**
 * Starts the real service with its own music and a real browser, with a new visitor before each test. Call it
 * at the top level of a journey.
 */
export function useVisit({ music, begin, before, allowErrors = false }: VisitOptions): void {
  let folder = ''
  let service: Service
  let browser: Browser
  let visitor: Visit

  beforeAll(async () => {
    folder = await writeMusic([...music])
    service = await startService({ music: [folder] })
    browser = await startBrowser()
    const tracks = music.reduce((count, album) => count + album.tracks.length, 0)
    await service.waitForOutput(new RegExp(`\\b${tracks} added`))
    await begin?.(service)
  })
  beforeEach(async () => {
    visitor = await visit(browser, service.address)
    await before({ ...visitor, service, browser })
  })
  afterEach(async () => {
    if (!allowErrors) expect(visitor.errors).toEqual([])
    await visitor.context.close()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    if (folder !== '') rmSync(folder, { recursive: true, force: true })
  })
}
