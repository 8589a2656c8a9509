import { randomBytes } from 'node:crypto'
import { APPS_PATH } from '@refrain/contract/service-paths'
import { createAppKey } from '@refrain/server/account/app-keys/app-keys'
import { SEALING_KEY_BYTES, SealingKey } from '@refrain/server/account/app-keys/sealing-key'
import { hashToken } from '@refrain/server/account/sessions/token'
import { startSession } from '@refrain/server/account/sign-in/sign-in'
import { openDatabase } from '@refrain/server/database/open'
import { write } from '@refrain/server/database/retry'
import { Connection } from '../scale/connection.ts'
import type { Place } from '../scale/place.ts'

/** Apps that nothing is remembered of. */
const READERS = 200
/** Keys that one member may have. */
const KEYS_OF_MEMBER = 10

/** Names of the genres with the most tracks and the fewest. */
export async function findGenres(place: Place): Promise<{ largest: string; smallest: string }> {
  const open = openDatabase(place)
  try {
    const genres = await open.db
      .selectFrom('genres')
      .innerJoin('track_genres', 'genre_id', 'genres.id')
      .select(['genres.genre', eb => eb.fn.countAll<number>().as('tracks')])
      .groupBy(['genres.id', 'genres.genre'])
      .orderBy('tracks', 'desc')
      .execute()
    return { largest: genres[0]?.genre ?? '', smallest: genres.at(-1)?.genre ?? '' }
  } finally {
    await open.close()
  }
}

/** Creates API keys of many members. @returns gives each once */
export async function createReaders(place: Place): Promise<() => string> {
  const open = openDatabase(place)
  const secrets: string[] = []
  try {
    const members = await open.db
      .selectFrom('users')
      .select('id')
      .orderBy('id')
      .limit(READERS / KEYS_OF_MEMBER)
      .execute()
    const sealing = new SealingKey(randomBytes(SEALING_KEY_BYTES))
    const client = { address: '127.0.0.1', userAgent: '' }
    for (const { id: userId } of members) {
      const session = hashToken(await write(open.db, tx => startSession(tx, userId, client)))
      for (let n = 0; n < KEYS_OF_MEMBER; n++) {
        const input = { name: `App ${n}`, kind: 'apiKey', scope: 'listen' } as const
        secrets.push((await createAppKey(open.db, sealing, { userId, session }, input)).secret)
      }
    }
  } finally {
    await open.close()
  }
  return () => {
    const secret = secrets.pop()
    if (secret === undefined) throw new Error('Every API key has been used.')
    return secret
  }
}

/** An app that is signed in with an API key. */
export class AppReader {
  readonly #connection: Connection
  readonly #apiKey: string

  constructor(port: number, apiKey: string) {
    this.#connection = new Connection(port)
    this.#apiKey = apiKey
  }

  /** @returns milliseconds until the whole answer is there @throws Error if it is refused */
  async time(call: string, parameters: Readonly<Record<string, string | number>>): Promise<number> {
    const named = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)])
    const query = new URLSearchParams([
      ['apiKey', this.#apiKey],
      ['v', '1.16.1'],
      ['c', 'bench'],
      ['f', 'json'],
      ...named,
    ])
    const { milliseconds, body, status } = await this.#connection.ask({
      method: 'GET',
      url: `${APPS_PATH}/${call}?${query}`,
      headers: {},
    })
    if (status !== 200 || !body.includes('"status":"ok"'))
      throw new Error(`${call} answered ${status}: ${body.slice(0, 300)}`)
    return milliseconds
  }
}
