import { LIVE_UPDATE_KINDS, type LiveUpdate, type LiveUpdateKind } from '@refrain/contract/live-updates'
import type { OpenDatabase, PubSub } from '../database/open.ts'
import type { Actor } from '../http/requests/actor.ts'

declare module 'fastify' {
  interface FastifyInstance {
    changes: LiveUpdates
  }
}

/** Somebody who is told of one listener's changes. */
export interface Subscriber {
  readonly userId: string
  /** The page it is; undefined where it says nothing of itself. */
  readonly tab: string | undefined
  send(change: LiveUpdate): void
  /** A session of the listener has ended, maybe this one's. */
  checkSession(): void
}

/** What processes tell each other: of which listener what has changed; `ended` where a session is over. */
interface Message {
  readonly userId: string
  readonly kind: LiveUpdateKind | 'ended'
  readonly tab?: string | undefined
}

/**
 * Tells the pages of a listener what the others changed: within this process, and on PostgreSQL through the
 * database, so that it reaches the pages that other processes serve.
 */
export class LiveUpdates {
  readonly #ears = new Map<string, Set<Subscriber>>()
  readonly #notices: PubSub | undefined
  #hearing: Promise<() => Promise<void>> | undefined

  constructor({ pubSub }: OpenDatabase) {
    this.#notices = pubSub
  }

  /** To be called once the change is kept. Nobody waits for it: who misses it asks anew sooner or later. */
  publish({ userId, tab }: Pick<Actor, 'userId' | 'tab'>, kind: LiveUpdateKind): void {
    this.#send({ userId, kind, tab })
  }

  /** Sessions of the listener have ended: what they listen by ends with them. */
  publishSessionEnd(userId: string): void {
    this.#send({ userId, kind: 'ended' })
  }

  /** Hears of a listener's changes from the moment it resolves. @returns ends it */
  async subscribe(ear: Subscriber): Promise<() => void> {
    await this.#hearOthers()
    const ears = this.#ears.get(ear.userId) ?? new Set()
    this.#ears.set(ear.userId, ears.add(ear))
    return () => {
      ears.delete(ear)
      if (ears.size === 0) this.#ears.delete(ear.userId)
    }
  }

  /** Those who listen to the changes of a listener, the longest first. */
  subscribersOf(userId: string): Subscriber[] {
    return [...(this.#ears.get(userId) ?? [])]
  }

  async close(): Promise<void> {
    const hearing = this.#hearing
    this.#hearing = undefined
    const end = await hearing?.catch(() => undefined)
    await end?.()
  }

  #send(message: Message): void {
    if (!this.#notices) {
      this.#deliver(message)
      return
    }
    this.#notices.publish(JSON.stringify(message)).catch(error => {
      console.error(`Open pages were not told of a change: ${(error as Error).message}`)
    })
  }

  #deliver({ userId, kind, tab }: Message): void {
    for (const ear of this.subscribersOf(userId)) {
      if (kind === 'ended') ear.checkSession()
      else if (tab === undefined || ear.tab !== tab) ear.send({ kind, tab })
    }
  }

  /** After a gap nobody knows what changed in it: everything may have. */
  #missed(): void {
    for (const ears of this.#ears.values())
      for (const ear of [...ears]) {
        ear.checkSession()
        for (const kind of LIVE_UPDATE_KINDS) ear.send({ kind })
      }
  }

  async #hearOthers(): Promise<void> {
    if (!this.#notices) return
    this.#hearing ??= this.#notices.subscribe(
      text => this.#deliver(JSON.parse(text) as Message),
      () => this.#missed(),
    )
    try {
      await this.#hearing
    } catch (error) {
      // The next who listens tries again.
      this.#hearing = undefined
      throw error
    }
  }
}
