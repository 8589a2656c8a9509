import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBroadcastChannel } from '../../testing/player-visit.ts'
import { SILENCE_TIMEOUT_MS } from './read-live-updates.ts'
import type { StreamEvent } from './read-with-reconnect.ts'
import { shareBetweenTabs } from './share-between-tabs.ts'

interface Tab {
  readonly heard: StreamEvent[]
  readonly reads: () => boolean
  say(word: StreamEvent): void
  close(): void
}

let tabs: Tab[]

beforeEach(() => {
  vi.useFakeTimers()
  tabs = []
  mockBroadcastChannel()
  vi.stubGlobal('navigator', { locks: pretendLocks() })
})
afterEach(() => {
  for (const tab of tabs) tab.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const soon = () => vi.advanceTimersByTimeAsync(0)

/** A minimal LockManager: one holder, a queue, and stealing. */
function pretendLocks() {
  interface Holder {
    readonly lose: () => void
  }
  let holder: Holder | undefined
  const queue: (() => void)[] = []
  const abort = () => new DOMException('', 'AbortError')
  return {
    request(_name: string, options: { steal?: boolean; signal?: AbortSignal }, act: () => Promise<void>) {
      return new Promise<void>((resolve, reject) => {
        const take = () => {
          options.signal?.removeEventListener('abort', giveUp)
          const own: Holder = { lose: () => reject(abort()) }
          holder = own
          void act().then(() => {
            resolve()
            if (holder !== own) return
            holder = undefined
            queue.shift()?.()
          })
        }
        const giveUp = () => {
          queue.splice(queue.indexOf(take), 1)
          reject(abort())
        }
        if (options.steal) {
          holder?.lose()
          take()
        } else if (holder) {
          queue.push(take)
          options.signal?.addEventListener('abort', giveUp)
        } else take()
      })
    },
  }
}

async function openTab(): Promise<Tab> {
  const leaving = new AbortController()
  const heard: StreamEvent[] = []
  let tell: ((word: StreamEvent) => void) | undefined
  const read = (hear: (word: StreamEvent) => void, signal: AbortSignal) =>
    new Promise<void>(resolve => {
      tell = hear
      signal.addEventListener('abort', () => {
        tell = undefined
        resolve()
      })
    })
  void shareBetweenTabs(read, word => heard.push(word), leaving.signal)
  const tab: Tab = {
    heard,
    reads: () => tell !== undefined,
    say: word => tell?.(word),
    close: () => leaving.abort(),
  }
  tabs.push(tab)
  await soon()
  return tab
}

it('lets one tab read for all', async () => {
  const one = await openTab()
  const two = await openTab()
  expect([one.reads(), two.reads()]).toEqual([true, false])
  one.say('begins')
  one.say({ kind: 'likes', tab: 'elsewhere' })
  expect(two.heard).toEqual(['begins', { kind: 'likes', tab: 'elsewhere' }])
  expect(one.heard).toEqual(two.heard)
})

it('lets another tab take over when the reading tab is closed', async () => {
  const one = await openTab()
  const two = await openTab()
  const three = await openTab()
  one.close()
  await soon()
  expect([one.reads(), two.reads(), three.reads()]).toEqual([false, true, false])
  two.say('begins')
  expect(three.heard).toEqual(['begins'])
})

it('lets a visible tab take over from a suspended one, which queues once it is awake', async () => {
  const one = await openTab()
  const two = await openTab()
  await vi.advanceTimersByTimeAsync(SILENCE_TIMEOUT_MS - 5_000)
  one.say('reads')
  await vi.advanceTimersByTimeAsync(SILENCE_TIMEOUT_MS - 5_000)
  expect([one.reads(), two.reads()]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(15_000)
  expect([one.reads(), two.reads()]).toEqual([false, true])
  two.say('begins')
  two.close()
  await soon()
  expect([one.reads(), two.reads()]).toEqual([true, false])
})

it('does not take over while all tabs are hidden', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const one = await openTab()
  const two = await openTab()
  await vi.advanceTimersByTimeAsync(3 * SILENCE_TIMEOUT_MS)
  expect([one.reads(), two.reads()]).toEqual([true, false])
})
