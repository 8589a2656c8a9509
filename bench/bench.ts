/** `npm run bench [-- NAME…]`: measures costs as figures and as ratios within one run. */
import { availableParallelism } from 'node:os'
import { benchAnalysis } from './import/analysis.ts'
import { benchAnalysisBeside } from './import/analysis-beside.ts'
import { benchImport } from './import/import.ts'
import { benchFirefox } from './player/firefox.ts'
import { benchPlayer } from './player/player.ts'
import { benchAudio } from './server/audio.ts'
import { benchHttp } from './server/http.ts'
import { benchLists } from './server/lists.ts'
import { benchLocks } from './server/locks.ts'
import { benchSearch } from './server/search.ts'
import { benchUploads } from './server/uploads.ts'
import { benchVisitors } from './server/visitors.ts'
import { benchWeb } from './web/web.ts'

const benches: Record<string, () => Promise<void>> = {
  import: benchImport,
  http: benchHttp,
  search: benchSearch,
  locks: benchLocks,
  lists: benchLists,
  audio: benchAudio,
  analysis: benchAnalysis,
  'analysis-beside': benchAnalysisBeside,
  uploads: benchUploads,
  web: benchWeb,
  visitors: benchVisitors,
  player: benchPlayer,
  firefox: benchFirefox,
}

const names = process.argv.slice(2)
const unknown = names.find(name => !(name in benches))
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}": choose of ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}
console.log(`${availableParallelism()} cores, Node ${process.version}`)
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  console.log(`\n— ${name}`)
  await benches[name]?.()
}
