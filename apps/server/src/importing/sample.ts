import { join, relative, sep } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openSampleFiles, type SampleAlbum, type SampleTrack, sampleCatalogue } from '@refrain/demo'
import type { OpenDatabase } from '../database/open.ts'
import { importCollection } from './import-collection.ts'
import { LeaseError } from './lease.ts'
import { adoptSample, holdsOwnMusic, openSampleFolder } from './sample-folder.ts'
import { SampleRenderer } from './sample-renderer.ts'

/** So many albums are in the catalogue before the rest is drawn. */
const FIRST_ALBUMS = 6
/** How often to look whether another import has ended. */
const RETRY_MS = 2_000

export interface Sample {
  /** Renders a file of the sample folder that is not there yet; leaves every other file alone. */
  prepareFile(path: string): Promise<void>
  /** False for a file of the sample folder that is still to be rendered. */
  isReady(path: string): Promise<boolean>
  /** How many tracks the sample catalogue has. */
  readonly trackCount: number
  /** Settles when all of them are in the catalogue, or when no more will come in. */
  readonly imported: Promise<void>
  /** Settles when every track is rendered, or at once after `stop`. */
  readonly finished: Promise<void>
  stop(): void
}

/**
 * Puts the sample catalogue into the catalogue, through the importer, and renders its music: album by
 * album in the background, and a requested track at once.
 * Resolves when the first albums can be browsed, or at once while another import runs.
 * @param options.signal does what `stop` does, also before this has resolved: then it rejects
 */
export async function startSample(options: {
  open: OpenDatabase
  dataDir: string
  signal?: AbortSignal
}): Promise<Sample> {
  const folder = await openSampleFolder(options.dataDir)
  const files = openSampleFiles(folder)
  const albums = sampleCatalogue()
  const sounds = new Map(
    albums.flatMap(album => album.tracks.map(track => [join(folder, track.file), track.audio])),
  )
  const background = new SampleRenderer(folder, { nice: true })
  const urgent = new SampleRenderer(folder, { nice: false })
  const underWay = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const imported = Promise.withResolvers<void>()
  const stop = () => {
    stopping.abort()
    background.stop()
    urgent.stop()
  }
  options.signal?.addEventListener('abort', stop, { once: true })

  /** @returns false when another import has priority */
  async function takeIn(): Promise<boolean> {
    try {
      await importCollection({
        open: options.open,
        dataDir: options.dataDir,
        folders: [folder],
        promised: path => sounds.get(path),
        signal: stopping.signal,
      })
      return true
    } catch (error) {
      if (error instanceof LeaseError) return false
      throw error
    }
  }

  /** Waits for other imports to end. Does nothing where one of them brought own music. */
  async function takeInWhenFree(): Promise<void> {
    while (!(await takeIn())) await wait(RETRY_MS, undefined, { signal: stopping.signal })
  }

  async function renderOnce(renderer: SampleRenderer, path: string): Promise<void> {
    const running = underWay.get(path)
    if (running) return running
    if (await files.isRendered(path)) return
    const rendering = renderer
      .render(relative(folder, path).split(sep).join('/'))
      .finally(() => underWay.delete(path))
    underWay.set(path, rendering)
    return rendering
  }

  /** While somebody waits for a track, nothing else is drawn or rendered. */
  const nobodyWaits = () => Promise.allSettled(underWay.values())

  async function addTheRest(): Promise<void> {
    for (const album of albums.slice(FIRST_ALBUMS)) {
      await nobodyWaits()
      if (stopping.signal.aborted) return
      await files.writeAlbum(album)
    }
    await nobodyWaits()
    await takeInWhenFree()
    imported.resolve()
    for (const track of inOrderOfUse(albums)) {
      await nobodyWaits()
      if (stopping.signal.aborted) return
      // Own music may have taken the sample's place meanwhile.
      if (await holdsOwnMusic(options.open.db)) {
        background.stop()
        urgent.stop()
        return
      }
      await renderOnce(background, join(folder, track.file))
    }
    await takeInWhenFree()
  }

  await adoptSample(options.open.db, folder)
  for (const album of albums.slice(0, FIRST_ALBUMS)) {
    options.signal?.throwIfAborted()
    await files.writeAlbum(album)
  }
  const isIn = await takeIn()
  const finished = (isIn ? Promise.resolve() : takeInWhenFree())
    .then(addTheRest)
    .catch(error => {
      if (!stopping.signal.aborted)
        console.error(`The sample catalogue is incomplete: ${(error as Error).message}`)
    })
    .finally(imported.resolve)
  return {
    trackCount: sounds.size,
    imported: imported.promise,
    finished,
    async prepareFile(path) {
      if (sounds.has(path)) await renderOnce(urgent, path)
    },
    async isReady(path) {
      return !sounds.has(path) || (!underWay.has(path) && (await files.isRendered(path)))
    },
    stop,
  }
}

/** First what each album opens with, in the order in which Home shows them, so that any of them starts at once. */
function inOrderOfUse(albums: readonly SampleAlbum[]): SampleTrack[] {
  const shown = albums.toSorted((one, other) => (one.title < other.title ? -1 : 1))
  return [
    ...shown.flatMap(album => album.tracks.slice(0, 1)),
    ...shown.flatMap(album => album.tracks.slice(1)),
  ]
}
