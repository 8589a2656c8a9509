import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { createUser, login } from '@refrain/contract/account/sign-in'
import { pictureAddress } from '@refrain/contract/media/picture-address'
import { expect } from 'vitest'
import type { Account, Action, CatalogueIds } from './actions/action.ts'
import { nextAction } from './actions/next-action.ts'
import { callService, RefusedError } from './call-service.ts'
import { emptyState, type ListenerState, readState, toComparable } from './listener-state.ts'
import type { Random } from './random.ts'

/** A listener who makes changes one after the other, and knows what must be there. */
export class SimulatedListener {
  readonly #account: Account
  readonly #email: string
  readonly #ids: CatalogueIds
  readonly #random: Random
  #state: ListenerState
  #actions = 0
  /** The change without a response. */
  #pending: Action | undefined

  private constructor(account: Account, email: string, name: string, ids: CatalogueIds, random: Random) {
    this.#account = account
    this.#email = email
    this.#ids = ids
    this.#random = random
    this.#state = emptyState(name)
  }

  /** Creates the account. @param n distinguishes listeners */
  static async signUp(
    address: string,
    n: number,
    { ids, random, picture }: { ids: CatalogueIds; random: Random; picture: Blob },
  ): Promise<SimulatedListener> {
    const [name, email, password] = [`Listener ${n}`, `listener${n}@example.org`, 'known to the test']
    const { token } = await callService(address, createUser, { name, email, password })
    const { id: userId } = await callService(address, fetchOwnUser, {}, { token })
    const account = { userId, token, passwords: [password], picture, deletedEmails: [] }
    return new SimulatedListener(account, email, name, ids, random)
  }

  get deletedEmails(): readonly string[] {
    return this.#account.deletedEmails
  }

  get token(): string {
    return this.#account.token
  }

  /** A copy of what the service has acknowledged. */
  get state(): ListenerState {
    return structuredClone(this.#state)
  }

  /**
   * Makes changes until one has no response or gets 503, or 502 from a web server in front, or `signal` is aborted.
   * @param onAcknowledged called after each response
   * @throws RefusedError if a change is refused otherwise, or without Retry-After
   */
  async act(address: string, onAcknowledged: () => void, signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted) {
      const key = `${this.#email.split('@')[0]}-${++this.#actions}`
      const action = nextAction({
        ...{ state: this.#state, account: this.#account, ids: this.#ids, random: this.#random, key },
      })
      this.#pending = action
      try {
        await action.send(address)
      } catch (error) {
        // It may have been done all the same, as with a broken connection.
        if (error instanceof RefusedError && !isTemporary(error)) throw error
        return
      }
      action.apply(this.#state)
      this.#pending = undefined
      onAcknowledged()
    }
  }

  /**
   * Expects every acknowledged change, once; the one without a response may be there or not. Then repeats that one, as
   * the pages do, and expects it to have taken effect once.
   */
  async check(address: string): Promise<void> {
    await this.#checkPassword(address)
    const { token } = this.#account
    const known = new Set(this.#state.playlists.map(({ id }) => id))
    const found = await readState(address, token, known)
    const without = toComparable(this.#state)
    if (this.#pending && JSON.stringify(found) !== JSON.stringify(without)) {
      const done = structuredClone(this.#state)
      this.#pending.apply(done)
      expect(found, `with ${this.#pending.name}, which had no response`).toEqual(toComparable(done))
      if (this.#pending.isCounted) {
        this.#state = done
        this.#pending = undefined
      }
    } else expect(found).toEqual(without)
    await this.#repeatPending(address)
    await this.checkPicture(address)
  }

  async #repeatPending(address: string): Promise<void> {
    const action = this.#pending
    if (!action) return
    this.#pending = undefined
    try {
      await action.send(address)
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== action.statusIfDone) throw error
    }
    action.apply(this.#state)
    const known = new Set(this.#state.playlists.map(({ id }) => id))
    expect(await readState(address, this.#account.token, known), `after ${action.name} was repeated`).toEqual(
      toComparable(this.#state),
    )
  }

  /** Hashing takes long: only while it is not known. A change that was not acknowledged has replaced the token as well. */
  async #checkPassword(address: string): Promise<void> {
    const { passwords } = this.#account
    if (passwords.length < 2) return
    const valid: string[] = []
    for (const password of passwords) {
      try {
        const { token } = await callService(address, login, { email: this.#email, password })
        this.#account.token = token
        valid.push(password)
      } catch (error) {
        if (!(error instanceof RefusedError) || error.status !== 401) throw error
      }
    }
    expect(valid).toHaveLength(1)
    this.#account.passwords = valid
  }

  /** Expects that the service sends a picture; '' is none. */
  async checkPicture(address: string, picture = this.#state.picture): Promise<void> {
    if (picture === '') return
    const of = { owner: 'user', ownerId: this.#account.userId, picturePath: picture } as const
    const response = await fetch(pictureAddress(of, 256, 'webp', address))
    const size = (await response.arrayBuffer()).byteLength
    expect([response.status, size > 0]).toEqual([200, true])
  }
}

const isTemporary = ({ status, retryAfter }: RefusedError) =>
  status === 502 || (status === 503 && retryAfter !== null)
