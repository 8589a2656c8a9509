import { listeningTexts } from '@refrain/messages/en/listening'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { Minimize2 } from 'lucide-react'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { BELOW_PLAYER, useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { useSwipeDown } from '../../ui/hooks/use-swipe-down.ts'
import { useLayer } from '../../ui/layers/use-layer.ts'
import { Announcer } from '../announcements/announcer.tsx'
import { TogglePlay } from '../bar/transport.tsx'
import './full-lyrics.css'

interface Props {
  readonly track: PlayerTrack
  /** The cover's colour. */
  readonly colour: string | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * Lyrics in the area of the page, or over the whole sheet on phones, where they bring the play button along. Back, Escape, a
 * swipe down and their button make them small again.
 */
export function FullLyrics({ track, colour, onClose, children }: Props) {
  const isPhone = useMediaQuery(BELOW_PLAYER) === true
  const dialog = useRef<HTMLDialogElement>(null)
  useLayer(onClose)
  useSwipeDown(dialog, onClose)
  useLayoutEffect(() => {
    const opened = dialog.current
    const page = document.getElementById('main')
    if (isPhone) opened?.showModal()
    else {
      // Navigation and player stay usable; what is covered does not.
      opened?.show()
      page?.toggleAttribute('inert', true)
    }
    return () => {
      page?.toggleAttribute('inert', false)
      opened?.close()
    }
  }, [isPhone])
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={listeningTexts.lyrics}
      data-player=""
      className="full-lyrics"
      style={{ '--cover': colour } as CSSProperties}
      onClose={onClose}
      // Of a modal dialog, the browser handles it.
      onKeyDown={event => {
        if (event.key === 'Escape' && !isPhone) onClose()
      }}
    >
      <div className="full-lyrics-head">
        <div className="min-w-0 flex-1">
          <p className="truncate font-bold">
            <bdi>{track.title}</bdi>
          </p>
          <p className="full-lyrics-artist truncate text-sm">
            <bdi>{track.artistName}</bdi>
          </p>
        </div>
        {isPhone && <TogglePlay size="size-11" icon="size-5" />}
        <button
          type="button"
          aria-label={listeningTexts.closeFullLyrics}
          className="icon-button size-11 text-text"
          onClick={onClose}
        >
          <Minimize2 aria-hidden className="size-5" />
        </button>
      </div>
      <div className="relative min-h-0 flex-1">{children}</div>
      {isPhone && <Announcer />}
    </dialog>,
    document.body,
  )
}
