import { existsSync, mkdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { flacBytes, tone } from '@refrain/audio/testing/audio-files'
import { fetchStreamIndex } from '@refrain/contract/media/streams'
import { fetchWaveform, WAVEFORM_BARS } from '@refrain/contract/media/waveform'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import { write } from '../../database/retry.ts'
import { updateJob } from '../../jobs/job-store.ts'
import { Analyser } from '../../media/analysis/analyser.ts'
import { loadFile } from '../../media/analysis/service-load.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { SOON } from '../../testing/soon.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { takeLease, tryLease } from '../lease.ts'
import { importMusic, useFolders } from '../testing/test-import.ts'
import { writeTrack } from '../testing/write-music.ts'
import { analyseCollection } from './analyse-collection.ts'
import { analyseInBackground } from './analyse-in-background.ts'
import type { AnalysisReport } from './analysis-report.ts'
import { PriorityTracks } from './priority-tracks.ts'

/** Analyses have the lowest priority: on a busy machine they may take long. */
vi.setConfig({ testTimeout: 120_000 })

const RATE = 44_100
const folders = useFolders()
const ada = { ARTIST: 'Ada', ALBUM: 'First' }

/** A track of two seconds: a sine, quieter by so many dB than 10,000 of 32,768. */
async function writeTone(path: string, quieter: number, frequency: number): Promise<void> {
  const sound = tone(RATE * 2, frequency).map(sample => sample * 10 ** (-quieter / 20))
  await writeTrack(folders.music, path, { tags: ada })
  await writeFile(join(folders.music, path), await flacBytes(sound))
}

const analyse = (open: OpenDatabase, given: Partial<Parameters<typeof analyseCollection>[0]> = {}) =>
  analyseCollection({ db: open.db, signal: new AbortController().signal, ...given })

const nothing: AnalysisReport = { analysed: 0, failed: 0, placeholders: 0, skipped: 0 }

async function trackIds({ db }: OpenDatabase): Promise<string[]> {
  const rows = await db.selectFrom('files').select('track_id').orderBy('path').execute()
  return rows.flatMap(row => row.track_id ?? [])
}

onBothDatabases('loudness analysis', openDatabase => {
  it('measures each track and its album once, with a waveform', async () => {
    const open = await openDatabase()
    await writeTone('Ada/First/01 Loud.flac', 0, 1_000)
    await writeTone('Ada/First/02 Quiet.flac', 6, 1_000)
    await importMusic(open, folders)
    const app = await startApp(open, { settings: { dataDir: folders.dataDir } })
    const [loud = '', quiet = ''] = await trackIds(open)
    const gainOf = async (trackId: string) => (await answerOf(app, fetchStreamIndex, { trackId })).gain
    expect(await gainOf(loud)).toEqual({ track: null, album: null, trackPeak: null, albumPeak: null })
    const before = await call(app, fetchWaveform, { trackId: loud })
    expect(before.json()).toEqual({ trackId: loud, levels: [] })

    const analyser = new Analyser()
    onTestFinished(() => analyser.stop())
    expect(await analyse(open, { analyser })).toEqual({ ...nothing, analysed: 2 })
    // A sine of that height is -10.3 LUFS, and an album of both a little less.
    const gains = [await gainOf(loud), await gainOf(quiet)]
    expect(gains.map(gain => Math.round((gain.track ?? 0) * 2) / 2)).toEqual([-7.5, -1.5])
    expect(gains[0]?.album).toBe(gains[1]?.album)
    expect(Math.abs((gains[0]?.album ?? 0) + 5.7)).toBeLessThan(0.2)
    expect(gains.map(gain => Math.round((gain.trackPeak ?? 0) * 100))).toEqual([31, 15])
    expect(gains.map(gain => Math.round((gain.albumPeak ?? 0) * 100))).toEqual([31, 31])
    // What was kept of the answer before is told apart, and the new one is kept in turn.
    await vi.waitFor(async () => {
      const etag = { 'if-none-match': String(before.headers.etag) }
      expect((await call(app, fetchWaveform, { trackId: loud }, etag)).statusCode).toBe(200)
    }, SOON)
    const { levels } = await answerOf(app, fetchWaveform, { trackId: loud })
    expect(levels).toHaveLength(WAVEFORM_BARS)
    expect(levels[200]).toBe(78)
    expect(await analyse(open, { analyser })).toEqual(nothing)
  })

  it('prefers gain tags to its own measurement', async () => {
    const open = await openDatabase()
    await writeTrack(folders.music, 'Ada/First/01 One.flac', {
      tags: { ...ada, REPLAYGAIN_TRACK_GAIN: '-4.20 dB', REPLAYGAIN_TRACK_PEAK: '0.9' },
    })
    await importMusic(open, folders)
    await analyse(open)
    const app = await startApp(open, { settings: { dataDir: folders.dataDir } })
    const [trackId = ''] = await trackIds(open)
    const { gain } = await answerOf(app, fetchStreamIndex, { trackId })
    expect([gain.track, gain.trackPeak]).toEqual([-4.2, 0.9])
    // It is shorter than a block, so that nothing but its peak is heard.
    expect([gain.album, gain.albumPeak]).toEqual([null, expect.any(Number)])
    expect((await answerOf(app, fetchWaveform, { trackId })).levels).toHaveLength(WAVEFORM_BARS)
  })

  it('stores no loudness for silence', async () => {
    const open = await openDatabase()
    await writeTone('Ada/First/01 One.flac', 0, 1_000)
    await importMusic(open, folders)
    const app = await startApp(open, { settings: { dataDir: folders.dataDir } })
    await analyse(open)
    await open.db.updateTable('sound_analyses').set({ loudness: 734 }).execute()
    const [trackId = ''] = await trackIds(open)
    expect((await answerOf(app, fetchStreamIndex, { trackId })).gain.track).toBeNull()
  })

  it('retries a failed file only when it changes', async () => {
    const open = await openDatabase()
    const path = 'Ada/First/01 One.flac'
    await writeTone(path, 0, 440)
    await importMusic(open, folders)
    await writeFile(join(folders.music, path), 'nothing to be heard')
    expect(await analyse(open)).toEqual({ ...nothing, analysed: 1, failed: 1 })
    expect(await analyse(open)).toEqual(nothing)
    await writeTone(path, 0, 440)
    await open.db.updateTable('files').set({ mtime_ms: 5 }).execute()
    expect(await analyse(open)).toEqual({ ...nothing, analysed: 1 })
    await open.db.updateTable('files').set({ audio_id: 'another sound' }).execute()
    expect(await analyse(open)).toEqual({ ...nothing, analysed: 1 })
  })

  it('repeats what an earlier version of the analysis could not hear', async () => {
    const open = await openDatabase()
    for (const name of ['01 One', '02 Two', '03 Three']) await writeTone(`Ada/First/${name}.flac`, 0, 440)
    await importMusic(open, folders)
    expect(await analyse(open)).toEqual({ ...nothing, analysed: 3 })
    const [failed = '', silent = ''] = await trackIds(open)
    const update = () => open.db.updateTable('sound_analyses')
    await update().set({ method: 1 }).execute()
    await update().set({ problem: 'no decoder' }).where('track_id', '=', failed).execute()
    await update().set({ loudness: null }).where('track_id', '=', silent).execute()
    expect(await analyse(open)).toEqual({ ...nothing, analysed: 2 })
    expect(await analyse(open)).toEqual(nothing)
  })

  it('skips files that are unavailable, not rendered yet, or need a missing ffmpeg', async () => {
    const open = await openDatabase()
    await writeTone('Ada/First/01 One.flac', 0, 440)
    await writeTone('Ada/First/02 Two.flac', 0, 550)
    await writeTrack(folders.music, 'Ada/First/03 Three.m4a', { tags: ada, fixture: 'tone.aac.m4a' })
    await importMusic(open, folders)
    await rm(join(folders.music, 'Ada/First/01 One.flac'))
    vi.stubEnv('PATH', folders.music)
    onTestFinished(() => void vi.unstubAllEnvs())
    const isReady = async (path: string) => !path.endsWith('Two.flac')
    expect(await analyse(open, { isReady })).toEqual({ ...nothing, placeholders: 1, skipped: 2 })
  })

  it('stores nothing for failures of the machine, and stops if the decoder crashes on every file', async () => {
    const open = await openDatabase()
    for (let n = 1; n <= 7; n++) await writeTone(`Ada/First/0${n}.flac`, 0, 400 + 10 * n)
    await importMusic(open, folders)
    const kept = async () =>
      (await open.db.selectFrom('sound_analyses').select('problem').execute()).map(row => row.problem)
    const startAnalyser = (program: string) => {
      const analyser = new Analyser({}, program)
      onTestFinished(() => analyser.stop())
      return analyser
    }
    await expect(analyse(open, { analyser: startAnalyser('/no-such-program.ts') })).rejects.toThrow(
      'does not start',
    )
    const odd = () =>
      startAnalyser(
        fileURLToPath(new URL('../../media/analysis/testing/fake-analyser-process.ts', import.meta.url)),
      )
    expect(await analyse(open, { analyser: odd() })).toEqual({ ...nothing, skipped: 7 })
    expect(await kept()).toEqual([])
    await open.db.updateTable('tracks').set({ codec: 'opus' }).execute()
    await expect(analyse(open, { analyser: odd() })).rejects.toThrow('crashes on every file')
    expect(await kept()).toHaveLength(5)
  })

  it('runs in one process at a time and resumes where it was interrupted', async () => {
    const open = await openDatabase()
    await writeTone('Ada/First/01 One.flac', 0, 440)
    await writeTone('Ada/First/02 Two.flac', 0, 550)
    await importMusic(open, folders)
    const lease = await tryLease(open.db, 'sound-analysis', '')
    expect(await analyse(open)).toBeUndefined()
    if (typeof lease !== 'string') await lease.release()
    const stop = new AbortController()
    const broken = await analyse(open, { signal: stop.signal, onProgress: () => stop.abort() })
    expect(broken).toEqual({ ...nothing, analysed: 1 })
    expect(await analyse(open)).toEqual({ ...nothing, analysed: 1 })
  })

  it('analyses a requested track and its album first', async () => {
    const open = await openDatabase()
    for (const path of ['Ada/First/01 One.flac', 'Ada/Second/01 One.flac', 'Ada/Second/02 Two.flac']) {
      await writeTone(path, 0, 300 + 10 * path.length + Number(path.at(-6) === 'w'))
    }
    await importMusic(open, folders)
    const [first = '', before = '', asked = ''] = await trackIds(open)
    const priority = new PriorityTracks()
    const app = await startApp(open, {
      settings: { dataDir: folders.dataDir },
      onUnanalysed: trackId => priority.add(trackId),
    })
    await answerOf(app, fetchWaveform, { trackId: asked })
    const analysed: string[] = []
    const analyser = new Analyser()
    onTestFinished(() => analyser.stop())
    const analyseFile = analyser.analyse.bind(analyser)
    vi.spyOn(analyser, 'analyse').mockImplementation(file => {
      analysed.push(file.path.slice(folders.music.length + 1))
      return analyseFile(file)
    })
    expect(await analyse(open, { analyser, priority })).toEqual({ ...nothing, analysed: 3 })
    expect(analysed).toEqual(['Ada/Second/02 Two.flac', 'Ada/Second/01 One.flac', 'Ada/First/01 One.flac'])
    expect(new Set([first, before, asked]).size).toBe(3)
  })

  it('reports the load of the service while it runs in the background', async () => {
    const open = await openDatabase()
    let user = 0
    vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => {
      user += 1e9
      return { user, system: 0 }
    })
    onTestFinished(() => void vi.restoreAllMocks())
    mkdirSync(folders.dataDir, { recursive: true })
    const stop = analyseInBackground(open.db, folders.dataDir)
    await vi.waitFor(() => expect(existsSync(loadFile(folders.dataDir))).toBe(true), { timeout: 20_000 })
    await stop()
  })

  it('continues in the background with newly imported tracks until it is stopped', async () => {
    const open = await openDatabase()
    const stop = analyseInBackground(open.db, folders.dataDir, {}, 20)
    await writeTone('Ada/First/01 One.flac', 0, 440)
    await importMusic(open, folders)
    await vi.waitFor(
      async () => {
        const rows = await open.db.selectFrom('sound_analyses').select('problem').execute()
        expect(rows).toEqual([{ problem: '' }])
      },
      { timeout: 100_000, interval: 100 },
    )
    await stop()
    expect(await open.db.selectFrom('leases').selectAll().execute()).toEqual([])
  })

  /** Starts it with a track to analyse, and expects that it does not begin before `release`. */
  async function expectToWait(
    open: OpenDatabase,
    release: (priority: PriorityTracks) => Promise<void>,
  ): Promise<void> {
    let isHeld = true
    const begun: boolean[] = []
    const isReady = async () => {
      begun.push(isHeld)
      return true
    }
    const priority = new PriorityTracks()
    const before = open.queries.count
    const stop = analyseInBackground(open.db, folders.dataDir, { isReady, priority }, 1)
    try {
      // It looks again and again, and does nothing.
      await expect.poll(() => open.queries.count).toBeGreaterThan(before + 20)
      isHeld = false
      await release(priority)
      await expect.poll(() => begun, { timeout: 100_000 }).toEqual([false])
    } finally {
      await stop()
    }
  }

  it('waits in the background while it is paused', async () => {
    const open = await openDatabase()
    await write(open.db, tx => updateJob(tx, 'analysis', { paused: 1 }))
    await writeTone('Ada/First/01 One.flac', 0, 440)
    await importMusic(open, folders)
    await expectToWait(open, () => write(open.db, tx => updateJob(tx, 'analysis', { paused: 0 })))
  })

  it('waits in the background until an import has ended, unless a track is requested', async () => {
    const open = await openDatabase()
    await writeTone('Ada/First/01 One.flac', 0, 440)
    await importMusic(open, folders)
    const requested = await takeLease(open.db)
    await expectToWait(open, async priority => priority.add((await trackIds(open))[0]!))
    await requested.release()
    await open.db.deleteFrom('sound_analyses').execute()
    const ended = await takeLease(open.db)
    await expectToWait(open, () => ended.release())
  })
})
