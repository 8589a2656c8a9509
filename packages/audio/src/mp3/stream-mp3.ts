import { writeFileSync } from 'node:fs'
import { muxPackets } from '../rendition/mux.ts'
import type { Fragment, RenditionJob, RenditionUpdate } from '../rendition/rendition.ts'
import { type Mp3Frame, readMp3Frames } from './read-mp3-frames.ts'

const FIRST_SECONDS = 0.4
const FRAGMENT_SECONDS = 1

/**
 * Divides an MP3 into ranges that can be appended directly; the rendition's file stays empty.
 * @throws Error if there is no frame
 */
export async function findMp3Ranges(
  job: RenditionJob,
  onUpdate: (update: RenditionUpdate) => void,
): Promise<void> {
  writeFileSync(job.output, '')
  using sound = readSound(job)
  const { sampleRate, frames } = sound
  const common = { mime: 'audio/mpeg', raw: true, init: null, lead: 0 }
  let range: { from: number; to: number; sample: number } | undefined
  let sample = 0
  const tellRange = () => {
    if (!range) return
    const fragment: Fragment = [range.from, range.to - range.from, range.sample]
    onUpdate({ sampleRate, rendition: { ...common, fragments: [fragment] } })
    range = undefined
  }
  for (const { offset, data, samples } of frames) {
    const seconds = range?.sample === 0 ? FIRST_SECONDS : FRAGMENT_SECONDS
    if (range && sample - range.sample >= seconds * sampleRate) tellRange()
    range ??= { from: offset, to: offset, sample }
    range.to = offset + data.length
    sample += samples
  }
  tellRange()
}

/**
 * Muxes the frames of an MP3 into MP4.
 * @throws Error if there is no frame
 */
export async function muxMp3(job: RenditionJob, onUpdate: (update: RenditionUpdate) => void): Promise<void> {
  using sound = readSound(job)
  const { sampleRate, channels, frames } = sound
  const config = { codec: 'mp3', sampleRate, numberOfChannels: channels }
  const mime = 'audio/mp4; codecs="mp3"'
  const track = { codec: 'mp3' as const, mime, config, packets: frames, [Symbol.dispose]: () => {} }
  await muxPackets(track, job.output, onUpdate)
}

function readSound({ source }: RenditionJob) {
  const frames = readMp3Frames(source)
  const first = frames.next().value as Mp3Frame | undefined
  if (!first) throw new Error('No MP3 frame found.')
  function* all(): Generator<Mp3Frame> {
    yield first as Mp3Frame
    yield* frames
  }
  const close = () => void frames.return(undefined)
  return {
    sampleRate: first.sampleRate,
    channels: first.channels,
    frames: all(),
    // What has not been read to its end keeps the file open.
    [Symbol.dispose]: close,
  }
}
