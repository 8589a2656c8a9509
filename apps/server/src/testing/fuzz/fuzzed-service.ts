import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fixturePath } from '@refrain/audio/testing/fixtures'
import { createAppKey } from '@refrain/contract/account/app-keys'
import { deleteCookie } from '@refrain/contract/account/cookies'
import { deleteUser } from '@refrain/contract/account/own-account'
import { DAILY_MIX_PATH } from '@refrain/contract/media/daily-mix-pictures'
import { PICTURE_PATH } from '@refrain/contract/media/pictures'
import { AUDIO_PATH, STREAM_PATH } from '@refrain/contract/media/streams'
import { fillPath } from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import { inject, onTestFinished } from 'vitest'
import { programPath } from '../../../../../scripts/build.mjs'
import { DATABASE_FILE, type OpenDatabase, openDatabase } from '../../database/open.ts'
import { makePostgres } from '../databases/both-databases.ts'
import { type Example, examplesOf } from '../permission-examples.ts'
import { createScenario, type Scenario } from '../permission-matrix.ts'
import { seed } from '../seed.ts'
import { ADA } from '../sign-up.ts'
import { answerOf, startApp } from '../start-app.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import type { FuzzTargets } from './fuzz-requests.ts'

const SERVE = programPath('serve')
const MEASURE = new URL('./measure-stalls.ts', import.meta.url).href
const STARTED_WITHIN_MS = 60_000

/** A moment in which the event loop of the service was blocked. */
export interface Stall {
  readonly milliseconds: number
  /** How much of it the thread ran; the rest it waited, for the disk or for other threads. */
  readonly ran: number
  /** Time of its end. */
  readonly until: number
}

export interface FuzzedService {
  readonly port: number
  readonly targets: FuzzTargets
  /** Stalls of 50 ms or more, or of as much time of the thread, without the time in which other programs had the processor. */
  readonly stalls: readonly Stall[]
  /** Forgets the stalls so far. */
  startMeasuring(): void
  /** Standard error so far. */
  log(): string
  isRunning(): boolean
  /** Event-loop delay in milliseconds as Node measures it, time of other programs included. */
  measureDelay(): Promise<{ maximum: number; p99: number }>
  stop(): Promise<void>
}

/** Starts the real program on a database with a catalogue and listeners, without rate limits. */
export async function startFuzzedService(dialect: 'embedded' | 'PostgreSQL'): Promise<FuzzedService> {
  const dataDir = temporaryFolder()
  const { open, url } = await openFor(dialect, dataDir)
  const app = await startApp(open, { settings: { dataDir } })
  const scene = await createScenario(app, open.db)
  await addAudioFile(open, scene)
  const key = { name: 'A test', kind: 'password', scope: 'edit' } as const
  const { secret } = await answerOf(app, createAppKey, key, scene.callers.owner)
  await app.close()
  await open.close()
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0', RATE_LIMIT_SCALE: '0' }
  const child = spawn(process.execPath, ['--import', MEASURE, SERVE], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, LOG_FORMAT: 'text', TMPDIR: process.env.TMPDIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stalls: Stall[] = []
  child.on('message', ({ stall, ran, until }: { stall?: number; ran: number; until: number }) => {
    if (stall !== undefined) stalls.push({ milliseconds: stall, ran, until })
  })
  let log = ''
  child.stderr?.on('data', chunk => {
    log = (log + chunk).slice(-100_000)
  })
  const port = await readPort(child, () => log)
  return {
    port,
    targets: targetsOf(scene, { u: ADA.email, p: secret, v: '1.16.1', c: 'Test', f: 'json' }),
    stalls,
    startMeasuring() {
      stalls.length = 0
      child.send('reset')
    },
    log: () => log,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async measureDelay() {
      child.send('report')
      for (;;) {
        const [message] = await once(child, 'message')
        if ('maximum' in message) return message
      }
    },
    async stop() {
      const ended = once(child, 'close')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function openFor(
  dialect: 'embedded' | 'PostgreSQL',
  dataDir: string,
): Promise<{ open: OpenDatabase; url: string }> {
  if (dialect === 'embedded') {
    copyFileSync(inject('embeddedTemplate'), join(dataDir, DATABASE_FILE))
    return { open: openDatabase({ databaseUrl: '', dataDir }), url: '' }
  }
  const { open, url } = await makePostgres()
  return { open, url }
}

/** Own music, so that the service does not render the sample catalogue; streams and waveforms are made from it. */
async function addAudioFile({ db }: OpenDatabase, { trackIds: [trackId] }: Scenario): Promise<void> {
  const root = temporaryFolder()
  const path = join(root, 'Album', 'one.mp3')
  mkdirSync(join(root, 'Album'))
  copyFileSync(fixturePath('tone.mp3'), path)
  await seed(db).file(path, root, trackId)
}

function readPort(child: ChildProcess, log: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const fail = () => reject(new Error(`The service did not start: ${log()}`))
    setTimeout(fail, STARTED_WITHIN_MS).unref()
    child.once('exit', fail)
    child.stdout?.on('data', chunk => {
      text += chunk
      const port = /is ready: http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]
      if (port) resolve(Number(port))
    })
  })
}

/** Without calls that would end the sessions of the callers: all later requests would get 401. */
function targetsOf(scene: Scenario, app: FuzzTargets['app']): FuzzTargets {
  const examples = examplesOf(scene)
  const kept = operations.filter(operation => operation !== deleteUser && operation !== deleteCookie)
  const { albumId, trackIds, userId, spare } = scene
  return {
    operations: kept.map(operation => ({ operation, example: (examples[operation.name] as Example).input })),
    paths: [
      '/',
      '/*',
      '/album/*',
      `/album/${albumId}`,
      '/user/*',
      '/search?q=*',
      fillPath(AUDIO_PATH, { albumId, url: `${trackIds[0]}.mp3` }),
      fillPath(AUDIO_PATH, { albumId, url: '*' }),
      fillPath(AUDIO_PATH, { albumId: '*', url: 'x.mp3' }),
      fillPath(PICTURE_PATH, { folder: 'user_profile', ownerId: userId, file: '*' }),
      fillPath(PICTURE_PATH, { folder: 'user_profile', ownerId: '*', file: spare }),
      fillPath(PICTURE_PATH, { folder: '*', ownerId: 'x', file: 'y.jpg' }),
      fillPath(DAILY_MIX_PATH, { file: '*' }),
      fillPath(STREAM_PATH, { trackId: trackIds[0], file: '*' }),
      '/mail-settings?user=*&key=*',
      '/assets/*',
      '/healthz',
      '/readyz',
      '/for-artists',
      '/shell.html',
      '/service-worker.js',
      '/api/*',
      '/fcm/*',
      '/files/*',
    ],
    callers: Object.values(scene.callers),
    callerOf: ({ who }) =>
      who === 'service' || who === 'administrator' ? scene.callers.service : scene.callers.owner,
    picture: scene.picture,
    app,
  }
}
