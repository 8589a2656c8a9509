import { watchHalfPlayed } from '@refrain/player/history/half-played'
import type { Player } from '@refrain/player/player'
import { forgetKept } from './forget-kept.ts'
import { keepPlayed } from './keep-played.ts'
import { keepPlayer } from './keep-player.ts'
import { createCookieMirror } from './mirror-cookies.ts'
import { shareTabs } from './other-tabs.ts'
import { reportPlay } from './report-play.ts'
import { createStartReports } from './report-starts.ts'
import { restorePlayer } from './restore-player.ts'
import { watchStarts } from './watch-starts.ts'

export interface Keeping {
  /** Forgets what was kept of a listener whose session is over (PROP-49). */
  forget(): void
}

/** What could not be taken up stays kept until something else is played. */
function whenPressed(player: Player, act: () => void): void {
  const end = player.subscribe(look)
  function look(): void {
    if (player.getState().track === null) return
    end()
    act()
  }
  look()
}

/** Takes up what an earlier visit left, then keeps what the player does: locally, in cookies, and its plays. */
export function keepListening(player: Player): Keeping {
  const leaving = new AbortController()
  const mirror = createCookieMirror()
  const keeper = keepPlayer(player, { isOurs: () => tabs.isOurs(), mirror: mirror.show })
  const tabs = shareTabs(player, keeper.leaveAsItIs)
  watchHalfPlayed(player, track => void reportPlay(track.id))
  const reports = createStartReports()
  watchStarts(player, track => {
    mirror.show([['playedTracks', keepPlayed(track)]])
    reports.note(track)
  })
  restorePlayer(player, leaving.signal).then(keeper.start, () => whenPressed(player, startWithoutLists))

  /** What is pressed is kept; the listener's own tracks are fetched once more, and stay kept where that fails. */
  function startWithoutLists(): void {
    keeper.start(true, true)
    restorePlayer(player, leaving.signal).then(keeper.found, () => undefined)
  }

  return {
    forget() {
      leaving.abort()
      mirror.forget()
      reports.forget()
      if (player.getState().source === 'user') player.selectSource('album')
      player.clearQueue()
      for (const source of ['album', 'user'] as const)
        if (player.getState().shuffled[source]) player.toggleShuffle(source)
      keeper.drop()
      forgetKept()
    },
  }
}
