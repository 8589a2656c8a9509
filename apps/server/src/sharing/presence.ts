import { createHmac } from 'node:crypto'
import type { Database } from '../database/tables.ts'
import { countPresence, deletePresence, type SharedListener, storePresence } from './presence-store.ts'

/** Whoever made a request, or was sent audio, within this time is here now. */
export const PRESENT_MS = 300_000
const SHARE_INTERVAL_MS = 30_000
/** More than a process can serve within that time; others are not counted. */
const MAX_LISTENERS = 50_000
/** How often those who have left are looked for while all places are taken. */
const SWEEP_INTERVAL_MS = 5_000
/** Hexadecimal digits of the hash of a key. */
const HASH_LENGTH = 32

interface Seen {
  at: number
  /** When audio was last sent. */
  streamedAt: number | undefined
  /** Responses with audio that have not ended. */
  open: number
}

/** How many listeners use the service, and how many of them are sent audio. */
export interface PresenceCounts {
  readonly listeners: number
  readonly streams: number
}

interface SharedPresence {
  /** PostgreSQL. */
  readonly db: Database
  /** Hashes what tells listeners apart. Outside of the database, which so tells no addresses; the same in all processes. */
  readonly key: Uint8Array
}

/**
 * Counts who used the service within the last minutes: for administrators, who learn numbers and no names. With several
 * processes, PostgreSQL adds them up by hashes.
 */
export class Presence {
  readonly #seen = new Map<string, Seen>()
  readonly #shared: SharedPresence | undefined
  readonly #timer: NodeJS.Timeout | undefined
  /** Dropped here, but maybe stored. */
  #forgotten = new Set<string>()
  #sharedAt = Number.NEGATIVE_INFINITY
  #sharing: Promise<void> | undefined
  #sweptAt = Number.NEGATIVE_INFINITY

  /** @param shared what several processes share; without it, this one counts alone */
  constructor(shared?: SharedPresence) {
    this.#shared = shared
    if (!shared) return
    // During an outage nobody can be counted; the next round stores who is still here.
    this.#timer = setInterval(() => void this.#share(shared).catch(() => {}), SHARE_INTERVAL_MS).unref()
  }

  /** @param key what tells a listener from others: of a session, an app or an address */
  see(key: string): void {
    const entry = this.#find(key)
    if (entry) entry.at = performance.now()
  }

  /** Whether somebody has been seen within the last minutes, or a little longer. */
  knows(key: string): boolean {
    return this.#seen.has(key)
  }

  /** Drops somebody who has turned out to be somebody else. */
  forget(key: string): void {
    this.#seen.delete(key)
    if (this.#shared && this.#forgotten.size < MAX_LISTENERS) this.#forgotten.add(key)
  }

  /** The same with a response that holds audio. @returns call it when the response has ended */
  seeStream(key: string): () => void {
    const entry = this.#find(key)
    if (!entry) return () => {}
    const touch = () => {
      entry.at = performance.now()
      entry.streamedAt = entry.at
    }
    touch()
    entry.open++
    return () => {
      entry.open--
      touch()
    }
  }

  /** Of this process alone. */
  countOwn(): PresenceCounts {
    const listeners = this.#present()
    return {
      listeners: listeners.length,
      streams: listeners.filter(({ streamedAgo }) => isRecent(streamedAgo)).length,
    }
  }

  /** Of all processes. */
  async count(): Promise<PresenceCounts> {
    if (!this.#shared) return this.countOwn()
    await this.#share(this.#shared)
    return countPresence(this.#shared.db, PRESENT_MS)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #find(key: string): Seen | undefined {
    const known = this.#seen.get(key)
    if (known) return known
    if (this.#seen.size >= MAX_LISTENERS) this.#sweep()
    if (this.#seen.size >= MAX_LISTENERS) return undefined
    const entry: Seen = { at: performance.now(), streamedAt: undefined, open: 0 }
    this.#seen.set(key, entry)
    return entry
  }

  /** Makes room. Not for each of many newcomers: it looks at everybody. */
  #sweep(): void {
    if (performance.now() - this.#sweptAt < SWEEP_INTERVAL_MS) return
    this.#sweptAt = performance.now()
    this.#present()
  }

  /** Those who are here, after the others were dropped. */
  #present(): SharedListener[] {
    const now = performance.now()
    const present: SharedListener[] = []
    for (const [key, { at, streamedAt, open }] of this.#seen) {
      const seenAgo = open > 0 ? 0 : now - at
      if (seenAgo > PRESENT_MS) this.#seen.delete(key)
      else
        present.push({
          key,
          seenAgo,
          streamedAgo: open > 0 ? 0 : timeSince(streamedAt, now),
        })
    }
    return present
  }

  /** Stores who was here since the last time; once, however many ask at the same time. */
  #share(shared: SharedPresence): Promise<void> {
    this.#sharing ??= this.#store(shared).finally(() => {
      this.#sharing = undefined
    })
    return this.#sharing
  }

  async #store({ db, key: secret }: SharedPresence): Promise<void> {
    const hash = (key: string) => createHmac('sha256', secret).update(key).digest('hex').slice(0, HASH_LENGTH)
    const startedAt = performance.now()
    const since = startedAt - this.#sharedAt
    const news = this.#present().filter(({ seenAgo }) => seenAgo <= since)
    const forgotten = this.#forgotten
    this.#forgotten = new Set()
    try {
      await deletePresence(db, PRESENT_MS, [...forgotten].map(hash))
      await storePresence(
        db,
        news.map(({ key, ...times }) => ({ key: hash(key), ...times })),
      )
      this.#sharedAt = startedAt
    } catch (error) {
      this.#forgotten = new Set([...forgotten, ...this.#forgotten])
      throw error
    }
  }
}

/** Null also for what counts no more: PostgreSQL stores at most 24 days in milliseconds. */
const timeSince = (at: number | undefined, now: number) =>
  at === undefined || now - at > PRESENT_MS ? null : now - at

const isRecent = (ago: number | null) => ago !== null && ago <= PRESENT_MS
