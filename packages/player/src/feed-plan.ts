import { fragmentStart, type Placed } from './timeline.ts'

/** Seconds fed ahead of what sounds; a new request is made when less than the lower number is left. */
const FEED_UP_TO = 30
const FEED_BELOW = 20
/** Seconds kept behind what sounds. */
const KEEP_BEHIND = 15
/** Removing little by little costs more than it frees. */
const EVICT_AT_LEAST = 10
/** Seconds kept behind where the buffer is full. */
const KEEP_AT_LEAST = 2
/** The first bytes of the track that follows, fetched before there is room for them. */
const ARM_BYTES = 256 * 1024

/** A stretch of a rendition to ask for in one request, and the fragments it holds. */
export interface Request {
  /** First byte. */
  readonly from: number
  /** Last byte, included. */
  readonly to: number
  /** The first fragment after those it holds. */
  readonly next: number
}

/**
 * The next request for a track, or null where enough is fed or nothing more is known.
 * @param next the first fragment not yet asked for
 * @param now what sounds, on the timeline
 */
export function planRequest(placed: Placed, next: number, now: number): Request | null {
  const { fragments } = placed.face
  if (next >= fragments.length || fragmentStart(placed, next) - now >= FEED_BELOW) return null
  let last = next
  while (last + 1 < fragments.length && fragmentStart(placed, last + 1) - now < FEED_UP_TO) last++
  return requestFor(placed, next, last)
}

/** The request for the first bytes of a track, so that it can start at once. */
export function planArming(placed: Pick<Placed, 'index' | 'face'>): Request | null {
  const { fragments } = placed.face
  if (fragments.length === 0) return null
  let last = 0
  const sizeUpTo = (fragment: number) => {
    const [offset = 0, length = 0] = fragments[fragment] ?? []
    return offset + length - (fragments[0]?.[0] ?? 0)
  }
  while (last + 1 < fragments.length && sizeUpTo(last + 1) <= ARM_BYTES) last++
  return requestFor(placed, 0, last)
}

/** The initialisation segment lies in front of the first fragment and comes along with it. */
function requestFor({ face }: Pick<Placed, 'face'>, first: number, last: number): Request {
  const [offset = 0] = face.fragments[first] ?? []
  const [end = 0, length = 0] = face.fragments[last] ?? []
  return { from: first === 0 && face.init ? face.init[0] : offset, to: end + length - 1, next: last + 1 }
}

/** Up to where the buffer may be emptied, or null where that is not worth it. */
export function planEviction(bufferedFrom: number, now: number): number | null {
  const until = now - KEEP_BEHIND
  return until - bufferedFrom >= EVICT_AT_LEAST ? until : null
}

/** The same where the buffer is full: everything but the last moments goes. */
export function planRelief(bufferedFrom: number, now: number): number | null {
  const until = now - KEEP_AT_LEAST
  return until > bufferedFrom ? until : null
}

/** The first fragment of a request that has not come whole with its first `received` bytes. */
export function firstMissing({ face }: Pick<Placed, 'face'>, request: Request, received: number): number {
  const reached = request.from + received
  const missing = face.fragments.findIndex(
    ([offset, length], fragment) =>
      offset + length > reached && offset >= request.from && fragment < request.next,
  )
  return missing < 0 ? request.next : missing
}
