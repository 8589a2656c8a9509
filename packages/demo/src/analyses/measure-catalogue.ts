// `node scripts/run.mjs packages/demo/src/analyses/measure-catalogue.ts`: measures the sample catalogue again, after its music or the analysis has
// changed. Takes some minutes. `--all` measures tracks that are known, too.
import { readFile, writeFile } from 'node:fs/promises'
import { packBlocks } from '@refrain/audio/loudness/block-counts'
import { channelWeights } from '@refrain/audio/loudness/channel-weights'
import { integrateLoudness, LoudnessMeter } from '@refrain/audio/loudness/loudness-meter'
import { WaveformBuilder } from '@refrain/audio/loudness/waveform'
import { type SampleTrack, sampleCatalogue } from '../catalogue/sample-catalogue.ts'
import { SAMPLE_RATE } from '../mixing/bus.ts'
import { renderAudio } from '../render/render-audio.ts'
import { encodeTrack } from '../render/render-track.ts'
import { formatAnalyses, parseAnalyses, type SampleAnalysis } from './read-sample-analyses.ts'

const FILE = new URL('./sample-analyses.txt', import.meta.url)

const known = parseAnalyses(
  process.argv.includes('--all') ? '' : await readFile(FILE, 'utf8').catch(() => ''),
)
const measured = new Map<string, SampleAnalysis>()
for (const track of sampleCatalogue().flatMap(album => album.tracks)) {
  const { audioId } = track.audio
  measured.set(audioId, known.get(audioId) ?? (await measureSampleTrack(track)))
  await writeFile(FILE, formatAnalyses(measured))
}

/** Renders a track of the sample catalogue and measures it as the loudness analysis does its file. Blocks for some seconds. */
async function measureSampleTrack(track: SampleTrack): Promise<SampleAnalysis> {
  const sound = renderAudio(track.recipe, track.range)
  const { left, right } = sound
  const channels = [left, right]
  const meter = new LoudnessMeter(SAMPLE_RATE, channelWeights(channels.length, false))
  const drawer = new WaveformBuilder(left.length)
  meter.add(channels)
  drawer.add(channels)
  let peak = 0
  for (const channel of channels) for (const value of channel) peak = Math.max(peak, Math.abs(value))
  return {
    size: (await encodeTrack(track, sound)).length,
    loudness: integrateLoudness(meter.blocks.map(power => [power, 1])),
    peak,
    blocks: packBlocks(meter.blocks),
    waveform: drawer.finish(),
  }
}
