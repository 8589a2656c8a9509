/** `npm run bench [-- NAME…]`: what things cost here, as figures and as ratios within the same run. */
import { availableParallelism } from 'node:os'
import { benchAnalysis } from './analysis.ts'
import { benchAnalysisBeside } from './analysis-beside.ts'
import { benchAudio } from './audio.ts'
import { benchHttp } from './http.ts'
import { benchImport } from './import.ts'
import { benchLists } from './lists.ts'
import { benchLocks } from './locks.ts'
import { benchPlayer } from './player.ts'
import { benchFirefox } from './player-firefox.ts'
import { benchSearch } from './search.ts'
import { benchUploads } from './uploads.ts'
import { benchVisitors } from './visitors.ts'
import { benchWeb } from './web.ts'

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

const asked = process.argv.slice(2)
const unknown = asked.find(name => !(name in benches))
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}": choose of ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}
console.log(`${availableParallelism()} cores, Node ${process.version}`)
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  console.log(`\n— ${name}`)
  await benches[name]?.()
}
