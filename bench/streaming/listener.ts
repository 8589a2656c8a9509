import { setTimeout as wait } from 'node:timers/promises'
import { fetchStreamIndex } from '@refrain/contract/media/streams'
import { requestFor } from '@refrain/contract/request'
import { planPrefetch, planRequest, type RangeRequest } from '@refrain/player/streams/feed-plan'
import type { StreamIndex } from '@refrain/player/streams/stream-index'
import { endTime, fragmentStart, type PlacedTrack } from '@refrain/player/streams/timeline'
import { now } from '../load/now.ts'
import { Connection } from '../scale/connection.ts'
import type { ListenersResult } from './listeners-job.ts'
import { Playback } from './playback.ts'

/** How often a listener with enough audio looks whether more is needed. */
const LOOK_EVERY_MS = 500
const RETRY_MS = 1_000
const MAX_ERRORS = 20
/** Of what arrives on a slow line. */
const PART_BYTES = 16 * 1024

export interface ListenerParts {
  readonly port: number
  /** Epoch milliseconds: when everything began, and when this listener presses play. */
  readonly startAt: number
  readonly playAt: number
  /** In kbit/s; 0 for no limit. */
  readonly line: number
  /** The tracks one after the other, from 0 on. */
  readonly trackAt: (n: number) => string
  readonly inContainer: boolean
  readonly isOver: () => boolean
}

/**
 * Somebody who presses play and listens to track after track. Asks for the same ranges at the same times as our pages, with
 * the player's own plan, and decodes nothing.
 */
export class Listener {
  readonly #parts: ListenerParts
  readonly #result: ListenersResult
  readonly #connection: Connection
  readonly #playback = new Playback()

  constructor(parts: ListenerParts, result: ListenersResult) {
    this.#parts = parts
    this.#result = result
    this.#connection = new Connection(parts.port)
  }

  /** Resolves when it is over. */
  async listen(): Promise<void> {
    const { playAt, isOver, trackAt } = this.#parts
    await wait(Math.max(0, playAt - now()))
    let start = 0
    for (let n = 0; !isOver(); ) {
      const placed = await this.#open(trackAt(n), start)
      if (!placed) continue
      await this.#play(placed, n === 0)
      start = endTime(placed)
      n++
    }
    this.#playback.end(now())
    const { beganAt, stalls } = this.#playback
    if (beganAt !== undefined) this.#result.starts.push(beganAt - playAt)
    this.#result.stalls.push(...stalls)
    this.#connection.close()
  }

  /** @returns undefined after a failure */
  async #open(trackId: string, start: number): Promise<PlacedTrack | undefined> {
    const container = this.#parts.inContainer ? { container: 'mp4' as const } : {}
    const call = requestFor(fetchStreamIndex, { trackId, start: 'with', ...container })
    try {
      const { status, body } = await this.#connection.ask(call)
      const index = JSON.parse(body) as StreamIndex
      const [rendition] = index.faces ?? []
      if (status !== 200 || !rendition) throw new Error(`it answered ${status}: ${body.slice(0, 200)}`)
      return { index, rendition, quality: 'original', start }
    } catch (error) {
      await this.#fail(call.url, error as Error)
      return undefined
    }
  }

  /** Fetches a track to its end, as soon as each range is wanted. */
  async #play(placed: PlacedTrack, isFirst: boolean): Promise<void> {
    const { fragments } = placed.rendition
    const plan = (next: number) => planRequest(placed, next, this.#playback.position(now()))
    let request = isFirst ? planPrefetch(placed) : plan(0)
    for (let next = 0; !this.#parts.isOver() && next < fragments.length; request = plan(next)) {
      if (!request) await wait(LOOK_EVERY_MS)
      else if (await this.#fetch(placed, request, next)) next = request.next
    }
  }

  /** @returns whether all of it came */
  async #fetch(placed: PlacedTrack, request: RangeRequest, first: number): Promise<boolean> {
    const { url, start = '' } = placed.rendition
    const dueAt = now()
    // The index brought the first bytes.
    let at = request.from + (first === 0 ? Buffer.byteLength(start, 'base64') : 0)
    try {
      if (at <= request.to) {
        const range = `bytes=${at}-${request.to}`
        const answer = await this.#connection.open({ method: 'GET', url }, { range })
        if (answer.statusCode !== 206) throw new Error(`it answered ${answer.statusCode} for ${range}`)
        for await (const chunk of answer) {
          for await (const length of this.#arrive(chunk.length)) {
            at += length
            this.#result.bytes += length
            this.#buffer(placed, request, at)
          }
        }
      }
      this.#buffer(placed, request, at)
      if (at !== request.to + 1) throw new Error('it ended early')
      this.#result.ranges.push([dueAt - this.#parts.startAt, now() - dueAt])
      return true
    } catch (error) {
      await this.#fail(url, error as Error)
      return false
    }
  }

  /** The parts of a chunk, at the speed of the line. */
  async *#arrive(length: number): AsyncGenerator<number> {
    const { line } = this.#parts
    if (line === 0) yield length
    else
      for (let at = 0; at < length; at += PART_BYTES) {
        const part = Math.min(PART_BYTES, length - at)
        await wait((part * 8) / line)
        yield part
      }
  }

  /** @param at the first byte that is not here */
  #buffer(placed: PlacedTrack, request: RangeRequest, at: number): void {
    const { fragments } = placed.rendition
    let complete = request.next
    while (complete > 0 && endOf(fragments[complete - 1]) > at) complete--
    this.#playback.buffer(fragmentStart(placed, complete), now())
  }

  /** The player tries again, too. */
  async #fail(url: string, { message }: Error): Promise<void> {
    if (this.#parts.isOver()) return
    this.#result.errorCount++
    if (this.#result.errors.length < MAX_ERRORS) this.#result.errors.push(`${url}: ${message}`)
    await wait(RETRY_MS)
  }
}

const endOf = ([offset, length]: readonly number[] = []) => (offset ?? 0) + (length ?? 0)
