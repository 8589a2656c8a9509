import type { Page } from 'playwright-core'

/** Interval between two looks at the page, in milliseconds. Looks are counted: a busy machine looks less often. */
const LOOK_MS = 100
/** Looks of silence under the name of "playing". */
const SILENT_LOOKS = 80
/** Looks at which another tab plays as well: a message takes its time. */
const BOTH_LOOKS = 20
/** Looks of audible playback after which an earlier event no longer explains a pause. */
export const PLAYED_LOOKS = 10

interface Watched {
  violations: string[]
  /** More than 0 while something that asked for a pause may still take effect. */
  explained: number
}
export type WatchedWindow = Window & { watched: Watched }

/**
 * Notes in the page when it is silent although it says that it plays, when it stops without a word, when it plays together with
 * another tab, and when it counts a play twice.
 */
export function watchTab(page: Page): Promise<void> {
  return page.evaluate(
    ([silentLooks, bothLooks, playedLooks, interval]) => {
      const { player, elements, counted = [] } = window.sound
      let still = 0
      let together = 0
      let isOtherHeard = false
      let times = ''
      let statusBefore = ''
      let noticeBefore = player.getState().notice
      /** A track that was paused without a word. The reason may be another tab that starts, which is known in a moment. */
      let suspect: string | undefined
      const watched: Watched = { violations: [], explained: 0 }
      Object.assign(window, { watched })
      const channel = new BroadcastChannel('heard')
      channel.addEventListener('message', () => {
        isOtherHeard = true
      })
      new BroadcastChannel('player').addEventListener('message', ({ data }) => {
        if (data.type === 'starts') watched.explained = playedLooks
      })
      player.subscribe(() => {
        const { status, notice, nextTrack, track } = player.getState()
        // That of an earlier track says nothing about this one.
        const isSilent = !notice || notice === noticeBefore
        noticeBefore = notice
        const hasPlayed = statusBefore === 'playing' || statusBefore === 'loading'
        statusBefore = status
        if (status === 'paused' && hasPlayed && isSilent && nextTrack !== null) suspect = track?.title
      })
      setInterval(() => {
        const { violations } = watched
        if (suspect && watched.explained === 0) violations.push(`${suspect} stopped without a word`)
        suspect = undefined
        const before = times
        times = elements.map(({ currentTime }) => currentTime).join()
        const { status, track } = player.getState()
        const isMoving = times !== before
        const isHeard = status === 'playing' && isMoving
        if (isHeard) channel.postMessage('heard')
        if (isHeard && watched.explained > 0) watched.explained--
        together = isHeard && isOtherHeard ? together + 1 : 0
        isOtherHeard = false
        still = isMoving || status !== 'playing' ? 0 : still + 1
        if (together === bothLooks) violations.push(`${track?.title} played together with another tab`)
        if (still === silentLooks)
          violations.push(`${track?.title} stood still at ${player.progress.getState().position}`)
        if (new Set(counted).size !== counted.length) violations.push(`counted twice: ${counted.join()}`)
      }, interval)
    },
    [SILENT_LOOKS, BOTH_LOOKS, PLAYED_LOOKS, LOOK_MS] as const,
  )
}

export const violationsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as WatchedWindow).watched.violations)
