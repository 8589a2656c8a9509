import { setTimeout as wait } from 'node:timers/promises'
import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { fetchMoreArtistTracks } from '@refrain/contract/catalogue/tracks'
import { requestFor } from '@refrain/contract/request'
import { albumId, artistId, type CataloguePlan } from '../data/catalogue-plan.ts'
import { quantile } from '../report/quantile.ts'
import { Connection } from '../scale/connection.ts'

/** Between two calls: an ordinary load, which leaves processors for others. */
const CALL_EVERY_MS = 20
const STEP = 7919

/** Asks for albums and artists, each time others, until something else has ended. @returns milliseconds of the calls */
export async function browse(
  port: number,
  plan: CataloguePlan,
  until: Promise<unknown>,
): Promise<{ p50: number; p99: number }> {
  const connection = new Connection(port)
  const times: number[] = []
  let isOver = false
  const end = () => {
    isOver = true
  }
  until.then(end, end)
  for (let n = 0; !isOver; n++) {
    const call =
      n % 2 === 0
        ? requestFor(fetchAlbum, { id: albumId((n * STEP) % plan.albums) })
        : requestFor(fetchMoreArtistTracks, { artistId: artistId((n * STEP) % plan.artists) })
    const answer = await connection.ask(call)
    if (answer.status !== 200) throw new Error(`${call.url} answered ${answer.status}: ${answer.body}`)
    times.push(answer.milliseconds)
    await wait(CALL_EVERY_MS)
  }
  connection.close()
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
