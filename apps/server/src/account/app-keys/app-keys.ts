import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { AppKeyKind, AppKeyScope } from '@refrain/contract/account/app-keys'
import { isToken } from '@refrain/contract/account/session'
import { countLimits } from '@refrain/contract/limits'
import { isId } from '@refrain/contract/values'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { growingCache } from '../../growing-cache.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import type { SignedInUser } from '../../http/requests/actor.ts'
import { networkOf } from '../sessions/network-of.ts'
import { requireSession } from '../sessions/require-session.ts'
import { createToken, hashToken } from '../sessions/token.ts'
import { foldEmail } from '../sign-up/fold-email.ts'
import type { AppKeyRow } from '../tables.ts'

import * as store from './app-key-store.ts'
import type { SealingKey } from './sealing-key.ts'

const ID_BYTES = 12
/** Letters and digits that are not confused and that phones type easily: 5 bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 120 bits. */
const GROUPS = 6
const GROUP_LETTERS = 4
/** Minimum interval between writes of a key's last use. */
const TOUCH_INTERVAL_MS = 60_000
/** The same for a use by another app or from elsewhere: shown soon, but those that take turns do not write with every call. */
const CHANGE_INTERVAL_MS = 5_000
/** Forgotten at once when there are more, which costs one write for each key. */
const MAX_REMEMBERED_TOUCHES = 10_000

/** What is remembered of a call. */
export interface AppUse {
  /** What the app calls itself, in a form that can be stored. */
  readonly client: string
  /** IP address; only its network is stored. */
  readonly address: string
}

/** Who calls through an app. */
export interface AppCaller {
  readonly userId: string
  readonly email: string
  /** Id of the app password or API key. */
  readonly keyId: string
  readonly scope: AppKeyScope
}

/** Such as `7kq2-m9xd-0c4v-t8rn-w3hz-5gpe`. */
function createAppPassword(): string {
  const letter = () => ALPHABET[randomInt(ALPHABET.length)]
  const group = () => Array.from({ length: GROUP_LETTERS }, letter).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

const contextOf = (userId: string, id: string) => `${userId} ${id}`

/** Creates a key. @returns its row, and the secret that is shown once. @throws RequestError (409) beyond the limit */
export async function createAppKey(
  db: Database,
  sealing: SealingKey,
  { userId, session }: Pick<SignedInUser, 'userId' | 'session'>,
  { name, kind, scope }: { name: string; kind: AppKeyKind; scope: AppKeyScope },
): Promise<{ row: AppKeyRow; secret: string }> {
  const id = randomBytes(ID_BYTES).toString('base64url')
  const secret = kind === 'password' ? createAppPassword() : createToken()
  const isPassword = kind === 'password'
  const row: AppKeyRow = {
    id,
    user_id: userId,
    kind,
    name,
    scope,
    hash: isPassword ? null : hashToken(secret),
    sealed: isPassword ? sealing.seal(secret, contextOf(userId, id)) : null,
    sealed_with: isPassword ? sealing.fingerprint : null,
    created_at: Date.now(),
    last_used_at: null,
    last_client: '',
    last_network: '',
  }
  await write(db, async tx => {
    await requireSession(tx, { userId, session })
    if ((await store.countAppKeys(tx, userId)) >= countLimits.appKeys)
      throw new RequestError(409, `Nobody has more than ${countLimits.appKeys} app passwords and API keys.`)
    await store.insertAppKey(tx, row)
  })
  return { row, secret }
}

/** Compares an app password with what an app has sent. */
export type MatchesSecret = (secret: string) => boolean

/** As `t = md5(secret + salt)`, in any letter case. */
export function matchesToken(token: string, salt: string): MatchesSecret {
  const given = Buffer.from(token.toLowerCase())
  return secret => {
    const right = Buffer.from(createHash('md5').update(secret).update(salt).digest('hex'))
    return given.length === right.length && timingSafeEqual(given, right)
  }
}

/** As the password itself. */
export function matchesPassword(password: string): MatchesSecret {
  const given = createHash('sha256').update(password).digest()
  return secret => timingSafeEqual(given, createHash('sha256').update(secret).digest())
}

/** Recognises apps by their keys. The account's own password is never tried. */
export class AppKeys {
  readonly #db: Database
  readonly #sealing: SealingKey
  /** Compared for unknown users, so that they take as long. */
  readonly #dummy: string
  /** When this process last began to write the use of a key, by the key's id. */
  readonly #touchedAt = growingCache<string, number>(MAX_REMEMBERED_TOUCHES)
  /** Keys whose use is being written. */
  readonly #touching = new Set<string>()

  constructor(db: Database, sealing: SealingKey) {
    this.#db = db
    this.#sealing = sealing
    this.#dummy = sealing.seal(createAppPassword(), '')
  }

  /** @param user email address or id of the account */
  async findByPassword(user: string, matches: MatchesSecret, use: AppUse): Promise<AppCaller | undefined> {
    const byEmail = await store.readAppPasswordsByEmail(this.#db, foldEmail(user))
    const rows =
      byEmail.length === 0 && isId(user) ? await store.readAppPasswordsByUser(this.#db, user) : byEmail
    if (rows.length === 0) matches(this.#sealing.open(this.#dummy, '') ?? '')
    // All are compared: which one is right takes no shorter than the last.
    const right = rows.filter(row => {
      const secret = row.sealed && this.#sealing.open(row.sealed, contextOf(row.user_id, row.id))
      return Boolean(secret) && matches(secret as string)
    })
    return right[0] && this.#use(right[0], use)
  }

  async findByApiKey(key: string, use: AppUse): Promise<AppCaller | undefined> {
    const row = isToken(key) ? await store.readApiKey(this.#db, hashToken(key)) : undefined
    return row && this.#use(row, use)
  }

  /** The last use is not awaited: if it cannot be written, the next one is. */
  #use(row: store.StoredAppKey, { client, address }: AppUse): AppCaller {
    const now = Date.now()
    const last_network = networkOf(address)
    const isRecent = row.last_used_at !== null && Math.abs(now - row.last_used_at) < TOUCH_INTERVAL_MS
    const isSame = row.last_client === client && row.last_network === last_network
    if (!isRecent || !isSame)
      void this.#touch(row.id, { last_used_at: now, last_client: client, last_network })
    return { userId: row.user_id, email: row.email, keyId: row.id, scope: row.scope }
  }

  async #touch(id: string, use: Parameters<typeof store.touchAppKey>[2]): Promise<void> {
    const now = use.last_used_at
    const touchedAt = this.#touchedAt.get(id)
    const isRecent = touchedAt !== undefined && Math.abs(now - touchedAt) < CHANGE_INTERVAL_MS
    if (isRecent || this.#touching.has(id)) return
    this.#touchedAt.set(id, now)
    this.#touching.add(id)
    try {
      await write(this.#db, tx => store.touchAppKey(tx, id, use))
    } catch {
      // The next use is written instead.
    } finally {
      this.#touching.delete(id)
    }
  }
}
