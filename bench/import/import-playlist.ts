import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { openDatabase } from '@refrain/server/database/open'
import { toList } from '@refrain/server/importing/playlists/read-list'
import { findTracks } from '@refrain/server/library/matching/match-tracks'
import { planCatalogue } from '../data/catalogue-plan.ts'
import { filePath } from '../data/catalogue-rows.ts'
import { singleFigure } from '../report/measured.ts'
import { quantile } from '../report/quantile.ts'
import { describeRun, finishRun, printTable } from '../report/run.ts'
import { openPlace } from '../scale/place.ts'

const LINES = 10_000
const BUDGET_MS = 2_000
const ROUNDS = 3
/** Every tenth line is of a file that is not there, so that its names are looked for. */
const ABSENT_EVERY = 10
const STEP = 7_919

const OPTIONS = {
  database: { type: 'string' },
  tracks: { type: 'string', default: '1000000' },
  compare: { type: 'boolean', default: false },
  save: { type: 'boolean', default: false },
} as const

/**
 * How long an import takes to read a playlist of 10,000 lines and to find its tracks. Options: `--database sqlite|postgres`,
 * `--tracks N` of the generated catalogue, `--compare`, `--save`.
 */
export async function benchImportPlaylist(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const tracks = Number(values.tracks)
  for (const dialect of ['sqlite', 'postgres'] as const) {
    if (values.database && values.database !== dialect) continue
    const place = await openPlace(tracks, dialect)
    const open = openDatabase(place)
    try {
      const [load = 0] = loadavg()
      const bytes = writeList(tracks)
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const start = performance.now()
        const file = { path: '/music/Lists/long.m3u', name: 'long.m3u', root: '/music' }
        const { entries } = toList(file, bytes)
        const found = await findTracks(open, entries, async () => {})
        rounds.push(performance.now() - start)
        const wanted = LINES - LINES / ABSENT_EVERY
        const count = entries.filter(entry => found.get(entry)?.id !== undefined).length
        if (count < wanted) throw new Error(`Found ${count} tracks of ${wanted}.`)
      }
      const name = `playlist of ${LINES} lines`
      const figures = [singleFigure(name, quantile(rounds, 0.5), BUDGET_MS, { rounds })]
      const run = describeRun({
        name: `import-playlist-${tracks}`,
        ...{ tracks, database: dialect, load, figures },
      })
      console.log(`\n${dialect}, ${tracks} tracks; milliseconds`)
      printTable(run)
      finishRun(run, values)
    } finally {
      await open.close()
      await place.close()
    }
  }
}

function writeList(tracks: number): Uint8Array {
  const plan = planCatalogue(tracks)
  const lines = Array.from({ length: LINES }, (_, n) =>
    n % ABSENT_EVERY === 0
      ? `#EXTINF:200,Nobody ${n} - Nothing ${n}\r\n..\\Nobody\\Nothing\\${n}.mp3`
      : `..${filePath(plan, (n * STEP) % tracks).slice('/music'.length)}`,
  )
  return new TextEncoder().encode(['#EXTM3U', ...lines].join('\r\n'))
}
