import { UnreadableError } from '../audio-info.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd } from '../bytes/tag-regions.ts'
import { findAiffSamples } from './aiff-samples.ts'
import type { PcmSamples } from './pcm-samples.ts'
import { findWavSamples } from './wav-samples.ts'

/** Where the samples of a file are, as far as it has them. */
export interface PcmLayout extends PcmSamples {
  /** Bytes of a sample of all channels. */
  readonly frameBytes: number
  readonly frames: number
}

/** The kind of a file by its first bytes, behind ID3v2 tags that some programs put there. */
export function pcmKindOf(bytes: FileBytes): 'wav' | 'aiff' | undefined {
  const head = latin1At(bytes, leadingTagsEnd(bytes), 12)
  if (/^(RIFF|RIFX|RF64).{4}WAVE/s.test(head)) return 'wav'
  return /^FORM.{4}AIF[FC]/s.test(head) ? 'aiff' : undefined
}

/** @throws UnreadableError if it is neither WAV nor AIFF, damaged, or not plain PCM */
export function readPcmLayout(bytes: FileBytes): PcmLayout {
  const kind = pcmKindOf(bytes)
  if (!kind) throw new UnreadableError('it is neither WAV nor AIFF')
  const base = leadingTagsEnd(bytes)
  const samples = kind === 'wav' ? findWavSamples(bytes, base) : findAiffSamples(bytes, base)
  const sampleRate = Math.round(samples.sampleRate)
  const { channels, encoding, start } = samples
  const { width, isFloat } = encoding
  if (channels === 0 || !(sampleRate > 0 && sampleRate < 2 ** 31)) {
    throw new UnreadableError('its header is damaged')
  }
  if (isFloat ? width !== 4 && width !== 8 : !(width >= 1 && width <= 4)) {
    throw new UnreadableError(`its sound is not plain PCM (${samples.bitDepth} bits)`)
  }
  const frameBytes = channels * width
  const length = Math.min(samples.length, bytes.size - start)
  return { ...samples, sampleRate, frameBytes, frames: Math.max(0, Math.floor(length / frameBytes)) }
}
