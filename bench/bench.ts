/**
 * `npm run bench [-- NAME… [--OPTION…]]`: measures costs as figures and as ratios within one run, each beside its budget, and
 * writes them to `bench/results` as JSON. `--save` makes them the baseline, `--compare` prints what is worse than the baseline.
 */
import { availableParallelism, loadavg } from 'node:os'
import { benchApps } from './apps/apps.ts'
import { benchBackup } from './backup/backup.ts'
import { benchFootprint } from './footprint/footprint.ts'
import { benchAnalysis } from './import/analysis.ts'
import { benchAnalysisBeside } from './import/analysis-beside.ts'
import { benchImportBeside } from './import/import-beside.ts'
import { benchImportPlaylist } from './import/import-playlist.ts'
import { benchImport } from './import/passes.ts'
import { benchFirefox } from './player/firefox.ts'
import { benchPlayer } from './player/player.ts'
import { takeFigures } from './report/record-figure.ts'
import { describeRun, finishRun } from './report/run.ts'
import { benchRequests } from './requests/requests.ts'
import { benchScale } from './scale/scale.ts'
import { benchAudio } from './server/audio.ts'
import { benchHttp } from './server/http.ts'
import { benchLists } from './server/lists.ts'
import { benchLocks } from './server/locks.ts'
import { benchUploads } from './server/uploads.ts'
import { benchVisitors } from './server/visitors.ts'
import { benchStreaming } from './streaming/streaming.ts'
import { benchWeb } from './web/web.ts'

const benches: Record<string, (options: readonly string[]) => Promise<void>> = {
  footprint: benchFootprint,
  import: benchImport,
  'import-beside': benchImportBeside,
  'import-playlist': benchImportPlaylist,
  http: benchHttp,
  requests: benchRequests,
  locks: benchLocks,
  lists: benchLists,
  apps: benchApps,
  scale: benchScale,
  backup: benchBackup,
  streaming: benchStreaming,
  audio: benchAudio,
  analysis: benchAnalysis,
  'analysis-beside': benchAnalysisBeside,
  uploads: benchUploads,
  web: benchWeb,
  visitors: benchVisitors,
  player: benchPlayer,
  firefox: benchFirefox,
}

const args = process.argv.slice(2)
const firstOption = args.findIndex(arg => arg.startsWith('--'))
const names = firstOption < 0 ? args : args.slice(0, firstOption)
const options = args.slice(names.length)
const unknown = names.find(name => !(name in benches))
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}": choose of ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}
console.log(`${availableParallelism()} cores, Node ${process.version}`)
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  console.log(`\n— ${name}`)
  const [load = 0] = loadavg()
  await benches[name]?.(options)
  const figures = takeFigures()
  if (figures.length === 0) continue
  const [save, compare] = [options.includes('--save'), options.includes('--compare')]
  finishRun(describeRun({ name, load, figures }), { save, compare })
}
