import { watchHalfPlayed } from '@refrain/player/history/half-played'
import type { Player } from '@refrain/player/player'
import { watchRecordings } from '../long/watch-recordings.ts'
import { reportPlay } from '../reports/report-play.ts'
import { createStartReports } from '../reports/report-starts.ts'
import { watchTrackStarts } from '../reports/watch-starts.ts'
import { coordinateTabs } from '../tabs/coordinate-tabs.ts'
import { leadTabs } from '../tabs/lead-tabs.ts'
import { shareQueue } from '../tabs/share-queue.ts'
import { openTabChannel } from '../tabs/tab-channel.ts'
import { clearSavedPlayer } from './clear-saved-player.ts'
import { createCookieMirror } from './mirror-cookies.ts'
import { savePlayedTrack } from './played-tracks.ts'
import { restorePlayer } from './restore-player.ts'
import { savePlayerState } from './save-player-state.ts'

export interface PlayerPersistence {
  /** Deletes the saved player state of a user whose session has ended. */
  forget(): void
}

/** Saved state that could not be restored stays until something else is played. */
function onFirstTrack(player: Player, action: () => void): void {
  const stop = player.subscribe(check)
  function check(): void {
    if (player.getState().track === null) return
    stop()
    action()
  }
  check()
}

/**
 * Restores the player of an earlier visit, then saves its state to localStorage and cookies and reports its
 * plays.
 */
export function persistPlayer(player: Player): PlayerPersistence {
  const leaving = new AbortController()
  const mirror = createCookieMirror()
  const channel = openTabChannel()
  const leadership = leadTabs(channel)
  const saver = savePlayerState(player, { tryToLead, mirrorCookies: mirror.update })
  const { holdsPlayback } = coordinateTabs(player, channel, leadership, saver.ignoreCurrentState)
  leadership.onTaken(saver.saveEverything)
  const restore = () => restorePlayer(player, leaving.signal, act => queue.follow(act))
  // Reads what an earlier visit has saved before a change of this one is added.
  const restored = restore()
  const queue = shareQueue(player, channel, leadership, saver.ignoreChange)
  addEventListener('pagehide', queue.flush)
  const { endLoad } = watchHalfPlayed(player, track => reportPlay(track.id))
  addEventListener('pagehide', endLoad)
  const reports = createStartReports()
  watchTrackStarts(player, track => {
    mirror.update([['playedTracks', savePlayedTrack(track)]])
    reports.note(track)
  })
  watchRecordings(player)
  restored.then(
    isTouched => {
      queue.onRestored()
      saver.start(isTouched)
      releaseAtEnd()
    },
    () => onFirstTrack(player, startWithoutLists),
  )

  /** Saves what is played from now on; Your Tracks are fetched once more and stay saved if that fails. */
  function startWithoutLists(): void {
    saver.start(true, true)
    releaseAtEnd()
    restore().then(
      () => {
        queue.onRestored()
        saver.listsRestored()
      },
      () => undefined,
    )
  }

  /** A tab that plays leads, also after another one has taken its silence for a crash. */
  function tryToLead(onFree: () => void): boolean {
    if (holdsPlayback()) leadership.take()
    return leadership.tryToLead(onFree)
  }

  /** After the last write. */
  function releaseAtEnd(): void {
    addEventListener('pagehide', leadership.release)
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
      saver.discard()
      queue.discard()
      clearSavedPlayer()
    },
  }
}
