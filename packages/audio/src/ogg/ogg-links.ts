import type { FileBytes } from '../bytes/file-bytes.ts'
import { walkPages } from './ogg-page.ts'
import { type OggStream, streamOf } from './ogg-stream.ts'

/** Links that count: a recorder of radio may begin one for each song. */
const MAX_LINKS = 10_000

/** One of the streams that follow each other in a chained file (RFC 3533, section 4). */
export interface OggLink {
  readonly stream: OggStream
  /** Range of its pages. */
  readonly from: number
  readonly to: number
  /** Samples of its music. */
  readonly samples: number
}

/**
 * The links of a file that go together: up to one of another codec, rate or number of channels.
 * @param most bytes to read
 */
export function readLinks(bytes: FileBytes, most: number): OggLink[] {
  const links: { stream: OggStream; from: number; to: number; samples: number }[] = []
  let from = 0
  let hasAudio = false
  let link: (typeof links)[number] | undefined
  for (const page of walkPages(bytes, 0, Math.min(most, bytes.size))) {
    if (page.opens) {
      if (hasAudio) {
        from = page.offset
        link = undefined
      }
      hasAudio = false
      const stream = link ? undefined : streamOf(bytes, page)
      if (stream) {
        const first = links[0]?.stream
        if ((first && !areAlike(first, stream)) || links.length >= MAX_LINKS) break
        link = { stream, from, to: page.end, samples: 0 }
        links.push(link)
      }
      continue
    }
    hasAudio = true
    if (page.serial !== link?.stream.serial) continue
    link.to = page.end
    // What precedes the music is cut off the first one; in those behind it plays, as their packets are streamed as they are.
    const before = links.length === 1 ? link.stream.preSkip : 0
    if (page.granule >= 0) link.samples = Math.max(0, page.granule - before)
  }
  return links
}

/** Samples of all links. */
export function lengthOf(links: readonly OggLink[]): number {
  return links.reduce((sum, { samples }) => sum + samples, 0)
}

function areAlike(one: OggStream, other: OggStream): boolean {
  return one.codec === other.codec && one.sampleRate === other.sampleRate && one.channels === other.channels
}
