import { createFakeOutput, type FakeOutput } from '@refrain/player/output/fake-output'
import { createPlayer, type Player } from '@refrain/player/player'
import { afterEach, vi } from 'vitest'
import { saveRecent } from '../listening/reports/recent-tracks.ts'
import { readShuffle } from '../listening/resume/saved-values.ts'
import { startPersistence } from '../listening/resume/start-persistence.ts'
import { readLocal, writeLocal } from '../ui/browser/local-storage.ts'

export interface PlayerVisit {
  readonly player: Player
  readonly output: FakeOutput
  /** Ends the visit like a reload or a closed tab. */
  leave(): void
}

const visits = new Set<AbortController>()
afterEach(() => {
  for (const visit of visits) visit.abort()
  visits.clear()
  vi.useRealTimers()
})

/** Runs timers in order as soon as nothing else is pending, until the end of the test. */
export function runTimersImmediately(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync')
}

/** Opens a tab as far as the player is concerned: restores its stored state and stores changes. */
export function openPlayer(): PlayerVisit {
  const visit = new AbortController()
  visits.add(visit)
  const restore = bindListeners(visit.signal)
  const output = createFakeOutput()
  const player = createPlayer({
    output,
    storage: { getItem: readLocal, setItem: writeLocal },
    savedOrder: readShuffle,
  })
  saveRecent(player)
  startPersistence(player).takeUp()
  visit.signal.addEventListener('abort', restore)
  return {
    player,
    output,
    leave() {
      dispatchEvent(new Event('pagehide'))
      visit.abort()
      visits.delete(visit)
    },
  }
}

/** Binds all event listeners added from now on to a signal. @returns restores `addEventListener` */
function bindListeners(signal: AbortSignal): () => void {
  const { addEventListener } = EventTarget.prototype
  const spies = [window, document].map(target =>
    vi.spyOn(target, 'addEventListener').mockImplementation((type, act) => {
      addEventListener.call(target, type, act, { signal })
    }),
  )
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Mocks `BroadcastChannel` with synchronous delivery. */
export function mockBroadcastChannel(): void {
  const all = new Set<Channel>()
  class Channel extends EventTarget {
    constructor() {
      super()
      all.add(this)
    }
    close() {
      all.delete(this)
    }
    postMessage(data: unknown) {
      for (const other of all) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }))
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel)
}
