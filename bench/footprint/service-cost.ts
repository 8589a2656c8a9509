import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { requestFor } from '@refrain/contract/request'
import { openDatabase } from '@refrain/server/database/open'
import { updateJob } from '@refrain/server/jobs/job-store'
import { TagLib } from 'taglib-wasm'
import { memoryOf, processorOf } from '../load/process-tree.ts'
import { startService } from '../load/start-service.ts'
import { Connection } from '../scale/connection.ts'
import { type Place, startWatching } from './run-import.ts'

const STARTS = 5
const CHANGES = 5
/** Until what runs after the start has run. */
const SETTLED_AFTER_MS = 15_000
const ASK_EVERY_MS = 10
const GIVE_UP_AFTER_MS = 30_000

const start = ({ dataDir, music }: Place) =>
  startService({ dataDir, databaseUrl: '' }, { MUSIC: music, SET_UP: 'off', RATE_LIMIT_SCALE: '1000000' })

/** Starts the service several times with code that is compiled already, until it answers. */
export async function measureStarts(place: Place): Promise<{ seconds: number; processorSeconds: number }[]> {
  await pauseAnalysis(place)
  const starts: { seconds: number; processorSeconds: number }[] = []
  for (let n = 0; n <= STARTS; n++) {
    const startedAt = performance.now()
    const service = await start(place)
    const seconds = (performance.now() - startedAt) / 1000
    // The first start compiles.
    if (n > 0) starts.push({ seconds, processorSeconds: processorOf(service.pid) })
    await service.stop()
  }
  return starts
}

/** @returns megabytes of all processes of a service that nobody uses */
export async function measureIdle(place: Place): Promise<number> {
  const service = await start(place)
  await wait(SETTLED_AFTER_MS)
  const megabytes = memoryOf(service.pid)
  await service.stop()
  return megabytes
}

/** @returns seconds from a change of a file's title until a search finds it, several times */
export async function measureChanges(place: Place): Promise<number[]> {
  const service = await start(place)
  const stopWatching = startWatching(place)
  await wait(SETTLED_AFTER_MS)
  const connection = new Connection(service.port)
  const seconds: number[] = []
  for (let n = 0; n < CHANGES; n++) {
    const title = `Changed${n}${Date.now()}`
    await changeTitle(findFile(place.music, n), title)
    const changedAt = performance.now()
    while (!(await isFound(connection, title))) {
      if (performance.now() - changedAt > GIVE_UP_AFTER_MS)
        throw new Error('A changed file was not imported.')
      await wait(ASK_EVERY_MS)
    }
    seconds.push((performance.now() - changedAt) / 1000)
    await wait(2_000)
  }
  connection.close()
  stopWatching()
  await service.stop()
  return seconds
}

/** The analysis of new files is no part of the service at rest. */
async function pauseAnalysis({ dataDir }: Place): Promise<void> {
  const { db, close } = openDatabase({ dataDir, databaseUrl: '' })
  await db.transaction().execute(tx => updateJob(tx, 'analysis', { paused: 1 }))
  await close()
}

/** The path of any audio file of the collection. */
function findFile(music: string, n: number): string {
  const files = readdirSync(music, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.mp3'),
  )
  return join(music, files.sort()[n * 100] as string)
}

/** Replaces the file in one step, as tag editors do. */
async function changeTitle(path: string, title: string): Promise<void> {
  const taglib = await TagLib.initialize()
  const file = await taglib.open(path)
  file.setProperties({ ...file.properties(), TITLE: [title] })
  file.save()
  writeFileSync(`${path}.new`, Uint8Array.from(file.getFileBuffer()))
  file.dispose()
  renameSync(`${path}.new`, path)
}

async function isFound(connection: Connection, title: string): Promise<boolean> {
  const { body } = await connection.ask(requestFor(searchCatalogue, { query: title }))
  return (JSON.parse(body) as { tracks: unknown[] }).tracks.length > 0
}
