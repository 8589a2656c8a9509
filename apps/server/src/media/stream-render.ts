import { type Mp3Frame, readMp3Frames } from './stream-mp3-frames.ts'
import { muxPackets, type Packet } from './stream-mux.ts'
import { openPackets } from './stream-packets.ts'
import { encodePcm } from './stream-pcm.ts'
import type { Fragment, RenditionJob, RenditionNews } from './stream-rendition.ts'

const FIRST_SECONDS = 0.4
const FRAGMENT_SECONDS = 1

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
      return muxPackets(await openPackets(job.source, job.codec), job.output, tell)
    case 'mp3':
      return renderMp3(job, tell)
    case 'pcm':
    case 'alac':
      return encodePcm(job.source, job.codec, job.output, tell)
    default:
      throw new Error(`A rendition of ${job.codec} cannot be made.`)
  }
}

/** MP3 has two faces: ranges of the file itself where MediaSource takes `audio/mpeg`, else MP4. */
async function renderMp3(job: RenditionJob, tell: (news: RenditionNews) => void): Promise<void> {
  const frames = readMp3Frames(job.source)
  const first = frames.next().value as Mp3Frame | undefined
  if (!first) throw new Error('There is no MP3 frame here.')
  const { sampleRate, channels } = first
  let fragment: Fragment | undefined
  let sample = 0
  let end = 0
  const tellRaw = (fragments: Fragment[]) =>
    tell({ sampleRate, face: { mime: 'audio/mpeg', raw: true, init: null, lead: 0, fragments } })

  function note(frame: Mp3Frame): Packet {
    const seconds = sample === 0 || fragment?.[2] === 0 ? FIRST_SECONDS : FRAGMENT_SECONDS
    if (fragment && sample - fragment[2] >= seconds * sampleRate) {
      tellRaw([[fragment[0], end - fragment[0], fragment[2]]])
      fragment = undefined
    }
    fragment ??= [frame.offset, 0, sample]
    end = frame.offset + frame.data.length
    sample += frame.samples
    return frame
  }
  function* packets(): Generator<Packet> {
    yield note(first as Mp3Frame)
    for (const frame of frames) yield note(frame)
    if (fragment) tellRaw([[fragment[0], end - fragment[0], fragment[2]]])
  }
  await muxPackets(
    {
      codec: 'mp3',
      mime: 'audio/mp4; codecs="mp3"',
      config: { codec: 'mp3', sampleRate, numberOfChannels: channels },
      packets: packets(),
    },
    job.output,
    tell,
  )
}
