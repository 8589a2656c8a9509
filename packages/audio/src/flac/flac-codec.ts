import type { AudioCodec } from '../format.ts'
import { muxPackets } from '../rendition/mux.ts'
import { renderAsFlac } from '../rendition/render-as-flac.ts'
import { MAX_STREAM_CHANNELS, MAX_STREAM_RATE } from '../rendition/rendition.ts'
import { trimAudio } from '../samples/trim-audio.ts'
import { decodeFlacTrack, readFlacBits } from './decode-flac-track.ts'
import { openFlacTrack } from './open-flac-track.ts'

/** Chromium plays FLAC of 16 and 24 bits in MP4. What has fewer is encoded as 24, without a loss. */
const isRare = (bits: number) => bits < 24 && bits !== 16

export const flac: AudioCodec = {
  async decode({ path }) {
    const track = openFlacTrack(path)
    try {
      return decodeFlacTrack(track)
    } catch (error) {
      track[Symbol.dispose]()
      throw error
    }
  },
  async decodeFrom({ path, trueSamples }, first) {
    const track = openFlacTrack(path, first)
    try {
      return trimAudio(decodeFlacTrack(track), track.skipped, first + trueSamples)
    } catch (error) {
      track[Symbol.dispose]()
      throw error
    }
  },
  async stream({ source, output }, onUpdate) {
    using track = openFlacTrack(source)
    const { sampleRate, numberOfChannels, description } = track.config
    const isPlain = sampleRate <= MAX_STREAM_RATE && numberOfChannels <= MAX_STREAM_CHANNELS
    if (isPlain && !isRare(readFlacBits(description))) await muxPackets(track, output, onUpdate)
    else await renderAsFlac(decodeFlacTrack(track), output, onUpdate)
  },
}
