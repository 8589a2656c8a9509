import type { AudioFile } from '../format.ts'
import { openAudio } from '../samples/open-audio.ts'
import { resampledLength } from '../samples/resample.ts'
import { packBlocks } from './block-counts.ts'
import { channelWeights } from './channel-weights.ts'
import { integrateLoudness, LoudnessMeter } from './loudness-meter.ts'
import { WaveformBuilder } from './waveform.ts'

/** Result of an analysis. */
export interface AudioAnalysis {
  /** Integrated loudness in LUFS; null if the audio is too quiet or too short. */
  readonly loudness: number | null
  /** Sample peak relative to full scale. */
  readonly peak: number
  readonly blocks: Uint8Array
  readonly waveform: Uint8Array
}

/** Version of the analysis: raise it when files can be decoded that could not be. */
export const ANALYSIS_VERSION = 2

/** Lowest accepted sample rate in Hz. */
const LEAST_RATE = 1_000
/** Relative to full scale: a higher peak means damaged audio. */
const HIGHEST = 16
/**
 * Samples are processed in chunks of about this length, so that small packets cost no more than large ones.
 */
const PIECE = 8_192

/**
 * Analyses audio in one pass: loudness, peak and waveform.
 * @param onPiece called after each chunk with the number of samples so far; the next chunk waits until it
 * resolves
 * @throws Error if it cannot be read or has no samples
 */
export async function analyseAudio(
  file: AudioFile,
  onPiece: (analysed: number) => Promise<void> | void = () => {},
): Promise<AudioAnalysis> {
  using sound = await openAudio(file)
  const { sampleRate, samples } = sound
  if (!(sampleRate >= LEAST_RATE)) throw new Error('Unsupported sample rate.')
  const drawer = new WaveformBuilder(resampledLength(file.trueSamples, file.sampleRate, sampleRate))
  let meter: LoudnessMeter | undefined
  let peak = 0
  let analysed = 0
  const addPiece = (channels: readonly Float32Array[]) => {
    meter ??= new LoudnessMeter(sampleRate, channelWeights(channels.length, file.codec === 'opus'))
    for (const samples of channels) {
      for (let i = 0; i < samples.length; i++) {
        const size = Math.abs(samples[i] as number)
        if (!(size <= HIGHEST)) throw new Error('Invalid sample values.')
        if (size > peak) peak = size
      }
    }
    meter.add(channels)
    drawer.add(channels)
    analysed += channels[0]?.length ?? 0
    return onPiece(analysed)
  }
  let waiting: Float32Array[] = []
  let filled = 0
  for await (const sample of samples) {
    const { numberOfChannels, numberOfFrames } = sample
    for (let from = 0; from < numberOfFrames; ) {
      if (waiting.length !== numberOfChannels) {
        if (waiting.length > 0) throw new Error('The number of channels changes.')
        waiting = Array.from({ length: numberOfChannels }, () => new Float32Array(PIECE))
      }
      const frameCount = Math.min(PIECE - filled, numberOfFrames - from)
      for (const [planeIndex, plane] of waiting.entries()) {
        const options = { planeIndex, format: 'f32-planar' as const, frameOffset: from, frameCount }
        sample.copyTo(plane.subarray(filled, filled + frameCount), options)
      }
      filled += frameCount
      from += frameCount
      if (filled < PIECE) continue
      await addPiece(waiting)
      filled = 0
    }
    sample.close()
  }
  if (filled > 0) await addPiece(waiting.map(plane => plane.subarray(0, filled)))
  if (!meter) throw new Error('The file has no readable audio.')
  return {
    loudness: integrateLoudness(meter.blocks.map(power => [power, 1])),
    peak,
    blocks: packBlocks(meter.blocks),
    waveform: drawer.finish(),
  }
}
