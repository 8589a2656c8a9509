import { LIVE_UPDATE_KINDS, type LiveUpdate, type LiveUpdateKind } from '@refrain/contract/live-updates'
import type { OpenDatabase, PubSub } from '../database/open.ts'
import type { Actor } from '../http/requests/actor.ts'
import { log } from '../log/log.ts'

/** One connection that receives a listener's changes. */
export interface Subscriber {
  readonly userId: string
  /** The browser tab; undefined where the request names none. */
  readonly tab: string | undefined
  send(change: LiveUpdate): void
  /** One of the listener's sessions has ended, maybe this one's. */
  checkSession(): void
  /** Ends the connection. */
  end(): void
}

/** What processes send each other. `ended`: a session of the listener is over. */
interface Message {
  readonly userId: string
  readonly kind: LiveUpdateKind | 'ended'
  readonly tab?: string | undefined
}

/**
 * Notifies a listener's open tabs of changes made elsewhere. With several processes, messages go through PostgreSQL or Redis
 * and so reach the tabs that the others serve.
 */
export class LiveUpdates {
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #pubSub: PubSub | undefined
  /** The other processes cannot be reached; logged once. */
  #isCutOff = false
  #subscription: Promise<() => Promise<void>> | undefined

  constructor({ pubSub }: Pick<OpenDatabase, 'pubSub'>) {
    this.#pubSub = pubSub
  }

  /** Call it after the change is committed. Delivery is best effort. The tab that made the change is left out. */
  publish({ userId, tab }: Pick<Actor, 'userId' | 'tab'>, kind: LiveUpdateKind): void {
    this.#send({ userId, kind, tab })
  }

  /** Call it after a session of the listener has ended: its streams end too. */
  publishSessionEnd(userId: string): void {
    this.#send({ userId, kind: 'ended' })
  }

  /** Resolves once changes that other processes publish arrive here; call it before `subscribe`. */
  async connect(): Promise<void> {
    if (!this.#pubSub) return
    this.#subscription ??= this.#pubSub.subscribe(
      text => this.#deliver(JSON.parse(text) as Message),
      () => this.#deliverAll(),
    )
    try {
      await this.#subscription
    } catch (error) {
      // The next subscriber tries again.
      this.#subscription = undefined
      throw error
    }
  }

  /** @returns a function that unsubscribes */
  subscribe(subscriber: Subscriber): () => void {
    const subscribers = this.#subscribers.get(subscriber.userId) ?? new Set()
    this.#subscribers.set(subscriber.userId, subscribers.add(subscriber))
    return () => {
      subscribers.delete(subscriber)
      if (subscribers.size === 0) this.#subscribers.delete(subscriber.userId)
    }
  }

  /** True while any page listens to this process. */
  get hasSubscribers(): boolean {
    return this.#subscribers.size > 0
  }

  /** Tells every listener's pages that listen to this process. */
  announce(kind: LiveUpdateKind): void {
    for (const subscriber of this.#all()) subscriber.send({ kind })
  }

  /** Oldest first. */
  subscribersOf(userId: string): Subscriber[] {
    return [...(this.#subscribers.get(userId) ?? [])]
  }

  /** Streams never end by themselves, and a server that stops would wait for them. */
  endStreams(): void {
    for (const subscriber of this.#all()) subscriber.end()
  }

  async close(): Promise<void> {
    const subscription = this.#subscription
    this.#subscription = undefined
    const unsubscribe = await subscription?.catch(() => undefined)
    await unsubscribe?.()
  }

  #send(message: Message): void {
    if (!this.#pubSub) {
      this.#deliver(message)
      return
    }
    this.#pubSub.publish(JSON.stringify(message)).then(
      () => {
        this.#isCutOff = false
      },
      error => {
        if (!this.#isCutOff)
          log.error(`Live updates reach only the pages of this process: ${(error as Error).message}`)
        this.#isCutOff = true
        this.#deliver(message)
      },
    )
  }

  #deliver({ userId, kind, tab }: Message): void {
    for (const subscriber of this.subscribersOf(userId)) {
      if (kind === 'ended') subscriber.checkSession()
      else if (tab === undefined || subscriber.tab !== tab) subscriber.send({ kind, tab })
    }
  }

  /** Messages may have been lost: every subscriber refetches everything. */
  #deliverAll(): void {
    for (const subscriber of this.#all()) {
      subscriber.checkSession()
      for (const kind of LIVE_UPDATE_KINDS) subscriber.send({ kind })
    }
  }

  #all(): Subscriber[] {
    return [...this.#subscribers.values()].flatMap(subscribers => [...subscribers])
  }
}
