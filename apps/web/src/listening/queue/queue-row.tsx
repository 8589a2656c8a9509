import { listeningTexts } from '@refrain/messages/en/listening'
import { keyOf } from '@refrain/player/queue/id-index'
import type { ListSource, PlayerTrack } from '@refrain/player/state/player-state'
import { X } from 'lucide-react'
import { type CSSProperties, type MouseEvent, useId } from 'react'
import { GridCell } from '../../ui/grid/grid-parts.tsx'
import { useLongPress } from '../../ui/hooks/use-long-press.ts'
import { MoreButton } from '../../ui/menus/more-button.tsx'
import type { OpenMenu } from '../../ui/menus/use-options-menu.tsx'
import { formatTime } from '../bar/format-time.ts'
import { CoverOf } from '../bar/playing-cover.tsx'
import { Equaliser } from '../buttons/equaliser.tsx'
import { PlayButton } from '../buttons/play-button.tsx'
import { pressQueued } from '../engine/play.ts'
import { player } from '../engine/player.ts'
import { usePictureOf } from '../engine/use-picture-of.ts'
import { usePlayer } from '../engine/use-player.ts'

interface Props {
  readonly track: PlayerTrack
  readonly source: ListSource
  readonly menuOpen: boolean
  readonly onMenu: OpenMenu<PlayerTrack>
  /** Removes it from the list; undefined if rows cannot be removed. */
  readonly onRemove?: (() => void) | undefined
}

/** A track in the queue; black if it is playing. */
export function QueueRow({ track, source, menuOpen, onMenu, onRemove }: Props) {
  const titleId = useId()
  const longPress = useLongPress()
  const status = usePlayer(state =>
    state.track && keyOf(state.track) === keyOf(track) ? state.status : 'idle',
  )
  const picture = usePictureOf(track)
  const current = status !== 'idle'

  function openMenu(event: MouseEvent<HTMLElement>): void {
    const row = event.currentTarget.closest('.queue-row')
    const button = row?.querySelector<HTMLElement>('[data-menu]')
    if (button) onMenu(event, button, track)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a short cut of a pointer; keys have the button inside
    <div
      data-current={current || undefined}
      className="queue-row"
      style={picture && ({ '--tint': picture.color } as CSSProperties)}
      {...longPress}
      onContextMenu={openMenu}
    >
      <CoverOf track={track} picture={picture} sizes="36px" className="size-9 flex-none rounded-small" />
      <GridCell className="contents">
        <PlayButton
          action={status === 'playing' || status === 'loading' ? 'pause' : 'play'}
          loading={status === 'loading'}
          describedBy={titleId}
          onPress={() => pressQueued(track, source)}
          onNear={() => {
            // It may have started since the pointer or the focus came.
            const { track: playing } = player.getState()
            if (!playing || keyOf(playing) !== keyOf(track)) player.prefetch(track)
          }}
          className="queue-play"
          size="size-4"
        />
      </GridCell>
      <GridCell className="min-w-0 flex-1">
        <p id={titleId} className="title-line queue-track">
          <bdi>{track.title}</bdi>
          {current && <Equaliser playing={status === 'playing'} />}
        </p>
        <p className="text-xs text-quiet">
          <bdi className="block w-fit max-w-full truncate">{track.artistName}</bdi>
        </p>
      </GridCell>
      <GridCell className="queue-end">
        <span className="queue-duration tabular text-xs text-quiet">{formatTime(track.durationSeconds)}</span>
        <MoreButton open={menuOpen} describedBy={titleId} onPress={openMenu} className="queue-more" />
      </GridCell>
      {onRemove && (
        <GridCell className="contents">
          <button
            type="button"
            aria-label={listeningTexts.removeFromYourTracks}
            aria-describedby={titleId}
            className="icon-button queue-remove"
            onClick={onRemove}
          >
            <X aria-hidden className="size-4" />
          </button>
        </GridCell>
      )}
    </div>
  )
}
