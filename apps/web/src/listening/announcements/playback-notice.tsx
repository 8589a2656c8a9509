import { listeningTexts } from '@refrain/messages/en/listening'
import type { PlayerNotice, PlayerStatus } from '@refrain/player/state/player-state'
import { useEffect, useState } from 'react'
import { ErrorToast } from '../../ui/dialogs/toast.tsx'
import { usePlayer } from '../engine/use-player.ts'

/** Milliseconds for which the listener is told that tracks were skipped; the music goes on. */
export const SKIPPED_MS = 8_000

/** Tells why something else plays than expected, or nothing. It stays until the listener does something. */
export function PlaybackNotice() {
  const notice = usePlayer(state => state.notice)
  const status = usePlayer(state => state.status)
  const [dismissed, setDismissed] = useState<PlayerNotice | null>(null)
  useEffect(() => {
    if (!notice) return
    const over = new AbortController()
    const dismiss = () => setDismissed(notice)
    if (notice.kind === 'skipped') {
      const timer = setTimeout(dismiss, SKIPPED_MS)
      over.signal.addEventListener('abort', () => clearTimeout(timer))
    } else {
      for (const type of ['pointerdown', 'keydown']) addEventListener(type, dismiss, { signal: over.signal })
    }
    return () => over.abort()
  }, [notice])
  if (!notice || notice === dismissed) return null
  return <ErrorToast message={textOf(notice, status)} />
}

function textOf(notice: PlayerNotice, status: PlayerStatus): string {
  switch (notice.kind) {
    case 'skipped': {
      const [first, ...others] = notice.tracks
      if (others.length > 0) return listeningTexts.tracksSkipped({ count: notice.tracks.length })
      return listeningTexts.trackSkipped({ title: first?.title ?? '' })
    }
    case 'failed':
      return listeningTexts.trackFailed({ title: notice.track.title })
    case 'stopped':
      return listeningTexts.playbackStopped
    case 'refused':
      return listeningTexts.playbackRefused
    case 'unreachable':
      return status === 'loading' ? listeningTexts.waitingForConnection : listeningTexts.noConnection
  }
}
