import { decodeAlac } from '../alac/open-alac.ts'
import { decodeFlacTrack } from '../flac/decode-flac-track.ts'
import { findMp3Ranges, muxMp3 } from '../mp3/stream-mp3.ts'
import { decodePcm } from '../pcm/open-pcm.ts'
import { trimAudio } from '../samples/trim-audio.ts'
import { decodeVorbis } from '../vorbis/open-vorbis.ts'
import { renderAsFlac } from './encode-flac.ts'
import { muxPackets, type PacketTrack } from './mux.ts'
import { openPackets } from './open-packets.ts'
import { HIGHEST_RATE, type RenditionJob, type RenditionUpdate } from './rendition.ts'

/**
 * Makes a rendition of a sound file, telling its fragments as they come. Runs in a worker: the bytes of
 * the file may be anything.
 * @throws Error where nothing can be made of it.
 */
export async function renderStream(job: RenditionJob, tell: (news: RenditionUpdate) => void): Promise<void> {
  switch (job.codec) {
    case 'flac':
    case 'aac':
    case 'opus':
      return renderPackets(await openPackets(job.source, job.codec), job, tell)
    case 'mp3':
      return job.inContainer ? muxMp3(job, tell) : findMp3Ranges(job, tell)
    case 'pcm':
      return renderAsFlac(await decodePcm(job.source), job.output, tell)
    case 'alac':
      return renderAsFlac(await decodeAlac(job.source), job.output, tell)
    case 'vorbis':
      // Its last packet goes on beyond the music's end.
      return renderAsFlac(trimAudio(await decodeVorbis(job.source), 0, job.trueSamples), job.output, tell)
    default:
      throw new Error(`A rendition of ${job.codec} cannot be made.`)
  }
}

/** Packets go in as they are, where MediaSource takes their rate. */
function renderPackets(track: PacketTrack, { output }: RenditionJob, tell: (news: RenditionUpdate) => void) {
  const { sampleRate } = track.config
  if (sampleRate <= HIGHEST_RATE) return muxPackets(track, output, tell)
  if (track.codec === 'flac') return renderAsFlac(decodeFlacTrack(track), output, tell)
  throw new Error(`${sampleRate} Hz is too high for a rendition.`)
}
