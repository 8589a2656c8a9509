import { listeningTexts } from '@refrain/messages/en/listening'
import type { PlayerNotice, PlayerStatus } from '@refrain/player/state/player-state'
import { useEffect } from 'react'
import { ErrorToast } from '../../ui/dialogs/toast.tsx'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'

/** Milliseconds for which a notice is shown at least, unless playing goes on. */
export const SHOWN_MS = 8_000

const TEXT_FIELDS = 'input, textarea, select, [contenteditable]'

/** Tells why something else plays than expected, or nothing, until playing goes on or the listener does something. */
export default function PlaybackNotice() {
  const notice = usePlayer(state => state.notice)
  const status = usePlayer(state => state.status)
  useEffect(() => {
    if (!notice || notice.isDismissed) return
    const over = new AbortController()
    const { signal } = over
    const dismiss = () => player.dismissNotice()
    const timer = setTimeout(() => {
      addEventListener('pointerdown', dismiss, { signal })
      addEventListener('keydown', ({ target }) => isTextField(target) || dismiss(), { signal })
    }, SHOWN_MS)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [notice])
  if (!notice || notice.isDismissed) return null
  return <ErrorToast message={textOf(notice, status)} />
}

/** Typing has nothing to do with playback. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(TEXT_FIELDS)
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
