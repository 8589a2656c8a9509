import { createUser } from '@refrain/contract/account/sign-in'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { callService } from '../durability/testing/call-service.ts'
import { checkConsistency } from '../durability/testing/count-checks.ts'
import { readState, toComparable } from '../durability/testing/listener-state.ts'
import { Random } from '../durability/testing/random.ts'
import { SimulatedListener } from '../durability/testing/simulated-listener.ts'
import { playStream } from './testing/play-stream.ts'
import { type Cluster, PLAYABLE, startCluster } from './testing/start-cluster.ts'
import { watchLiveUpdates } from './testing/watch-live-updates.ts'

/** However slow the machine is. */
const SOON = { timeout: 60_000, interval: 50 }
/** Changes and fragments between two faults. */
const [CHANGES, FRAGMENTS] = [8, 15]

it('three processes behind nginx lose nothing when one of them, Redis, PostgreSQL or the object storage ends, and the sound goes on', async () => {
  const cluster = await startCluster()
  const { address, postgres, redis, s3, processes, open, storage } = cluster
  const writer = await startWriter(cluster)
  const player = await playStream(address, PLAYABLE)
  const expectUpdates = await watchEverywhere(cluster)
  const goOn = async () => {
    const until = player.fragments() + FRAGMENTS
    await writer.change(CHANGES)
    await expect.poll(player.fragments, SOON).toBeGreaterThanOrEqual(until)
  }
  await goOn()
  await expectUpdates([0, 1, 2])
  expect([writer.failures(), player.failures]).toEqual([0, []])

  await writer.changeDuring(() => cluster.kill(1))
  await goOn()
  // The change that the process was answering; nginx repeats what only reads.
  expect(writer.failures()).toBeLessThanOrEqual(1)
  expect(player.failures).toEqual([])
  await expectUpdates([0, 2])
  await cluster.revive(1)

  const before = writer.failures()
  await writer.changeDuring(() => redis.kill())
  await goOn()
  expect([writer.failures(), player.failures]).toEqual([before, []])
  await redis.start()
  await expectUpdates([0, 2])

  await writer.changeDuring(() => postgres.restart())
  await goOn()
  expect(player.failures).toEqual([])
  await expectUpdates([0, 2])

  // Uploads fail meanwhile, and nothing else.
  await s3.kill()
  await writer.changeDuring(() => s3.start())
  await goOn()
  expect(player.failures).toEqual([])

  await player.stop()
  for (const each of processes) await writer.checkAt(each.address)
  await checkConsistency(open, storage)
})

/** A listener who signs up and then makes one change after the other. */
async function startWriter({ address, ids }: Cluster) {
  const create = { width: 300, height: 300, channels: 3, background: '#246' } as const
  const picture = new Blob([await sharp({ create }).png().toBuffer()])
  const listener = await SimulatedListener.signUp(address, 1, { ids, picture, random: new Random(1) })
  let failures = 0

  /** Until `isEnough`. A change without an answer is repeated, as the pages do. */
  async function act(isEnough: () => boolean): Promise<void> {
    const stop = new AbortController()
    while (!isEnough()) {
      await listener.act(address, () => isEnough() && stop.abort(), stop.signal)
      if (stop.signal.aborted) return
      failures++
      await expect.poll(() => statusOf(`${address}/readyz`), SOON).toBe(200)
      await listener.check(address)
    }
  }
  return {
    failures: () => failures,
    /** Expects one process to know every acknowledged change. */
    async checkAt(origin: string): Promise<void> {
      const known = new Set(listener.state.playlists.map(({ id }) => id))
      expect(await readState(origin, listener.token, known)).toEqual(toComparable(listener.state))
    },
    /** Makes changes, and expects all that were ever acknowledged to be there. */
    async change(count: number): Promise<void> {
      let left = count
      await act(() => left-- <= 0)
      await listener.check(address)
    },
    /** Makes changes while something happens, and at least one before and after it. */
    async changeDuring(happen: () => Promise<void>): Promise<void> {
      let [isOver, changes] = [false, 0]
      const acting = act(() => isOver && ++changes > 1)
      await happen()
      isOver = true
      await acting
    },
  }
}

const statusOf = (url: string) =>
  fetch(url).then(
    answer => answer.status,
    () => 0,
  )

/** Opens the same listener's page at each process. */
async function watchEverywhere({ processes, ids }: Cluster) {
  const at = (n: number) => processes[n]?.address as string
  const given = { name: 'Watcher', email: 'watcher@example.org', password: 'many windows' }
  const { token } = await callService(at(0), createUser, given)
  const received = await Promise.all(processes.map((_, n) => watchLiveUpdates(at(n), token)))
  let likes = 0
  /** Expects a change made at the first of some processes to arrive at each of them. */
  return async (present: readonly number[]): Promise<void> => {
    await expect
      .poll(async () => {
        // Best effort: what is sent while a process is reconnecting is made up for by a reload of everything.
        const before = present.map(n => received[n]?.('likes') ?? 0)
        const trackId = ids.tracks[likes++ % ids.tracks.length] as string
        await callService(at(present[0] as number), appendLikedSongs, { trackId }, { token })
        return arrived(present, before)
      }, SOON)
      .toBe(true)
  }

  async function arrived(present: readonly number[], before: readonly number[]): Promise<boolean> {
    for (let look = 0; look < 20; look++) {
      if (present.every((n, i) => (received[n]?.('likes') ?? 0) > (before[i] as number))) return true
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    return false
  }
}
