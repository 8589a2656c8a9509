import type { Settings } from '../../settings.ts'
import type { OpenTestDatabase } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { signUp } from '../../testing/sign-up.ts'
import { startApp } from '../../testing/start-app.ts'
import { connectApp } from './connect-app.ts'

const DAY = 86_400_000
const FIRST_DAY = Date.UTC(2024, 0, 1)

/** A catalogue of two artists with an album each and a guest on one track, Ada, and an app of hers. */
export async function startSubsonic(
  openDatabase: OpenTestDatabase,
  settings: Partial<Settings> = {},
  parts: Pick<NonNullable<Parameters<typeof startApp>[1]>, 'startImport' | 'startedImport'> = {},
) {
  const open = await openDatabase()
  const put = seed(open.db)
  const nina = await put.artist('Nina', { created_at: FIRST_DAY })
  const beatles = await put.artist('The Örder', { sort_name: 'order', created_at: FIRST_DAY + DAY })
  const guest = await put.artist('Guest', { created_at: FIRST_DAY + 2 * DAY })
  const still = await put.album('Still', nina, {
    created_at: FIRST_DAY,
    released_at: '1999-04-05T00:00:00.000Z',
    play_count: 7,
  })
  const loud = await put.album('Loud', beatles, {
    created_at: FIRST_DAY + DAY,
    released_at: '2005-01-01T00:00:00.000Z',
  })
  const one = await put.track('One & "only" <1>', still, [nina, guest], {
    credit: 'Nina feat. Guest',
    number: 1,
    added_at: FIRST_DAY,
    track_gain: -3.5,
    url: 'one.flac',
    codec: 'flac',
  })
  const two = await put.track('Two', still, [nina], { number: 2, added_at: FIRST_DAY })
  const three = await put.track('Three', loud, [beatles], { number: 1, added_at: FIRST_DAY + DAY })
  await put.genre('Jazz', [one, two])
  await put.genre('Rock & Roll', [three])
  const app = await startApp(open, { ...parts, settings })
  const ada = await signUp(app)
  return {
    open,
    put,
    app,
    ada,
    nina,
    beatles,
    guest,
    still,
    loud,
    one,
    two,
    three,
    ...(await connectApp(app, ada)),
  }
}

/** As apps know ids. */
export const ids = {
  track: (id: string) => `tr-${id}`,
  album: (id: string) => `al-${id}`,
  artist: (id: string) => `ar-${id}`,
}
