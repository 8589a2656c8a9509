import { openAlac } from './stream-alac.ts'
import { encodeSound } from './stream-encode.ts'
import { decodeFlacTrack } from './stream-flac.ts'
import { findMp3Ranges, muxMp3 } from './stream-mp3.ts'
import { muxPackets, type PacketTrack } from './stream-mux.ts'
import { openPackets } from './stream-packets.ts'
import { openPcm } from './stream-pcm.ts'
import { HIGHEST_RATE, type RenditionJob, type RenditionNews } from './stream-rendition.ts'
import { openVorbis } from './stream-vorbis.ts'
import { trimSound } from './trim-sound.ts'

/**
 * Makes a rendition of a sound file, telling its fragments as they come. Runs in a worker: the bytes of
 * the file may be anything.
 * @throws Error where nothing can be made of it.
 */
export async function renderStream(job: RenditionJob, tell: (news: RenditionNews) => void): Promise<void> {
  switch (job.codec) {
    case 'flac':
    case 'aac':
    case 'opus':
      return renderPackets(await openPackets(job.source, job.codec), job, tell)
    case 'mp3':
      return job.inContainer ? muxMp3(job, tell) : findMp3Ranges(job, tell)
    case 'pcm':
      return encodeSound(await openPcm(job.source), job.output, tell)
    case 'alac':
      return encodeSound(await openAlac(job.source), job.output, tell)
    case 'vorbis':
      // Its last packet goes on beyond the music's end.
      return encodeSound(trimSound(await openVorbis(job.source), 0, job.trueSamples), job.output, tell)
    default:
      throw new Error(`A rendition of ${job.codec} cannot be made.`)
  }
}

/** Packets go in as they are, where MediaSource takes their rate. */
function renderPackets(track: PacketTrack, { output }: RenditionJob, tell: (news: RenditionNews) => void) {
  const { sampleRate } = track.config
  if (sampleRate <= HIGHEST_RATE) return muxPackets(track, output, tell)
  if (track.codec === 'flac') return encodeSound(decodeFlacTrack(track), output, tell)
  throw new Error(`${sampleRate} Hz is too high for a rendition.`)
}
