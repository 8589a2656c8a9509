import type { AudioInfo } from '../audio-info.ts'
import { computeAudioId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import type { Container } from '../format.ts'
import { pcmKindOf, readPcmLayout } from './pcm-layout.ts'

/** @throws UnreadableError if it is damaged or not plain PCM */
function readPcmInfo(bytes: FileBytes): AudioInfo {
  const { sampleRate, channels, bitDepth, start, frames, frameBytes } = readPcmLayout(bytes)
  return {
    codec: 'pcm',
    sampleRate,
    channels,
    bitDepth,
    trueSamples: frames,
    primingSamples: 0,
    audioId: computeAudioId(bytes, 'pcm', start, start + frames * frameBytes),
  }
}

export const wavContainer: Container = {
  mimeType: 'audio/wav',
  matches: bytes => pcmKindOf(bytes) === 'wav',
  readInfo: readPcmInfo,
}

export const aiffContainer: Container = {
  mimeType: 'audio/aiff',
  matches: bytes => pcmKindOf(bytes) === 'aiff',
  readInfo: readPcmInfo,
}
