import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryBytes } from '@refrain/audio/bytes/file-bytes'
import { readAudioInfo } from '@refrain/audio/formats'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { migrate } from '@refrain/server/database/migrate'
import { openDatabase } from '@refrain/server/database/open'
import { seed } from '@refrain/server/testing/seed'
import { build } from 'vite'
import { startPagesServer } from '../support/servers/pages-server.ts'

const htmlOf = (build: number) =>
  `<!doctype html><html data-build="${build}"><title>Sound</title><script type="module" src="/page.js"></script>`

export interface SoundServer {
  readonly address: string
  /** Tracks for the given files, in their order. */
  readonly tracks: readonly PlayerTrack[]
  /** Switches to another build of the page. @returns its number, in `data-build`; the first one is 1 */
  deploy(): Promise<number>
  stop(): Promise<void>
}

/** Catalogue data of a file: track number and loudness. */
interface Described {
  readonly number?: number
  readonly track_gain?: number
  readonly track_peak?: number
  readonly album_gain?: number
  readonly album_peak?: number
}

export type SoundFile = readonly [name: string, bytes: Uint8Array, described?: Described]

/**
 * Starts the real service with these files and a page that contains only the player.
 * @param options.inTabs the player also knows of other tabs and is restored after a reload
 */
export async function startSoundServer(
  files: readonly SoundFile[],
  { inTabs = false } = {},
): Promise<SoundServer> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-sound-'))
  const open = openDatabase({ databaseUrl: '', dataDir: folder })
  await migrate(open)
  const catalogue = seed(open.db)
  const artistId = await catalogue.artist('Ines')
  const albumId = await catalogue.album('Still', artistId)
  const tracks: PlayerTrack[] = []
  for (const [name, bytes, described] of files) {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const { codec, sampleRate, trueSamples, primingSamples } = readAudioInfo(memoryBytes(readFileSync(path)))
    const id = await catalogue.track(name, albumId, [artistId], {
      url: name,
      codec,
      sample_rate: sampleRate,
      true_samples: trueSamples,
      priming_samples: primingSamples,
      ...described,
    })
    await catalogue.file(path, folder, id)
    tracks.push({
      id,
      title: name,
      albumId,
      albumTitle: 'Still',
      artistId,
      artistName: 'Ines',
      genre: '',
      audioSrc: `/audio/${albumId}/${encodeURIComponent(name)}`,
      durationSeconds: Math.round(trueSamples / sampleRate),
      artwork: '',
      disc: 1,
      number: described?.number ?? 0,
    })
  }

  await open.close()

  const pagesDir = join(folder, 'pages')
  await writePage(pagesDir, inTabs ? './tab-page.js' : './page.ts')
  const server = await startPagesServer(folder, pagesDir)
  let build = 1
  return {
    address: server.address,
    tracks,
    async deploy() {
      const next = join(folder, `pages-${++build}`)
      cpSync(pagesDir, next, { recursive: true })
      writeFileSync(join(next, 'index.html'), htmlOf(build))
      await server.serve(next)
      return build
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const fileHere = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Writes a page that contains only the player, as the service serves it. */
async function writePage(folder: string, entry: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), htmlOf(1))
  copyFileSync(fileHere('./recorder.js'), join(folder, 'recorder.js'))
  await build({
    root: fileHere('.'),
    configFile: false,
    logLevel: 'error',
    // Libraries do not get it replaced by Vite.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      lib: { entry: fileHere(entry), formats: ['es'], fileName: () => 'page.js' },
    },
  })
}
