import { readFile } from 'node:fs/promises'
import { ANALYSIS_VERSION, type AudioAnalysis } from '@refrain/audio/loudness/analyse-audio'

const FILE = new URL('./sample-analyses.txt', import.meta.url)

export interface SampleAnalysis extends AudioAnalysis {
  /** Bytes of the rendered file. */
  readonly size: number
}

/**
 * Loudness, waveform and size of every track of the sample catalogue, by audio id. They were measured once, as tracks are not
 * rendered before somebody plays them.
 * @returns nothing if they were made by another version of the analysis
 */
export async function readSampleAnalyses(): Promise<ReadonlyMap<string, SampleAnalysis>> {
  return parseAnalyses(await readFile(FILE, 'utf8'))
}

/** The version of the analysis in the first line, then a line for each track. */
export function formatAnalyses(analyses: ReadonlyMap<string, SampleAnalysis>): string {
  const lines = Array.from(analyses, ([audioId, { size, loudness, peak, blocks, waveform }]) =>
    [
      audioId,
      size,
      loudness,
      peak,
      ...[blocks, waveform].map(bytes => Buffer.from(bytes).toString('base64')),
    ].join(' '),
  )
  return `${[ANALYSIS_VERSION, ...lines].join('\n')}\n`
}

export function parseAnalyses(text: string): ReadonlyMap<string, SampleAnalysis> {
  const [version, ...lines] = text.trimEnd().split('\n')
  if (Number(version) !== ANALYSIS_VERSION) return new Map()
  return new Map(lines.map(parseLine))
}

function parseLine(line: string): [string, SampleAnalysis] {
  const [audioId = '', size, loudness, peak, blocks = '', waveform = ''] = line.split(' ')
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
  const analysis = { size: Number(size), loudness: Number(loudness), peak: Number(peak) }
  return [audioId, { ...analysis, blocks: bytes(blocks), waveform: bytes(waveform) }]
}
