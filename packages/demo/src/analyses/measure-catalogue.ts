// `node scripts/run.mjs packages/demo/src/analyses/measure-catalogue.ts`: measures the sample catalogue again, after its music or the analysis has
// changed. Takes some minutes. `--all` measures tracks that are known, too.
import { readFile, writeFile } from 'node:fs/promises'
import type { AudioAnalysis } from '@refrain/audio/loudness/analyse-audio'
import { sampleCatalogue } from '../catalogue/sample-catalogue.ts'
import { measureSampleTrack } from './measure-sample.ts'
import { formatAnalyses, parseAnalyses } from './read-sample-analyses.ts'

const FILE = new URL('./sample-analyses.txt', import.meta.url)

const known = parseAnalyses(
  process.argv.includes('--all') ? '' : await readFile(FILE, 'utf8').catch(() => ''),
)
const measured = new Map<string, AudioAnalysis>()
for (const track of sampleCatalogue().flatMap(album => album.tracks)) {
  const { audioId } = track.audio
  measured.set(audioId, known.get(audioId) ?? measureSampleTrack(track))
  await writeFile(FILE, formatAnalyses(measured))
}
