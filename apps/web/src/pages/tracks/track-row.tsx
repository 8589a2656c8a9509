import type { Track } from '@refrain/contract/catalogue/tracks'
import { GripVertical } from 'lucide-react'
import { type CSSProperties, type MouseEvent, memo, useId } from 'react'
import { CreditLinks } from '../../catalogue/credit-links.tsx'
import { dayMonthYear, yearOf } from '../../catalogue/format-catalogue.ts'
import { LikeButton } from '../../library/likes/like-button.tsx'
import { Equaliser } from '../../listening/buttons/equaliser.tsx'
import { PlayButton } from '../../listening/buttons/play-button.tsx'
import { isCurrentRow, playTrack, pressTrack } from '../../listening/engine/play.ts'
import { type TrackListing, trackPicture } from '../../listening/engine/player-track.ts'
import { prefetchTrack } from '../../listening/engine/prefetch.ts'
import { usePlayer } from '../../listening/engine/use-player.ts'
import { Picture } from '../../media/picture.tsx'
import { GridCell } from '../../ui/grid/grid-parts.tsx'
import { useHoverIntent } from '../../ui/hooks/use-hover-intent.ts'
import { useTap } from '../../ui/hooks/use-tap.ts'
import { MoreButton } from '../../ui/menus/more-button.tsx'
import type { OpenMenu } from '../../ui/menus/use-options-menu.tsx'

interface Props {
  readonly track: Track
  readonly menuOpen: boolean
  readonly onMenu: OpenMenu<Track>
  /** The list that the row plays in; by default the track's album. */
  readonly listing?: TrackListing | undefined
  readonly movable?: boolean
}

export const TrackRow = memo(function TrackRow({ track, menuOpen, onMenu, listing, movable }: Props) {
  const titleId = useId()
  const status = usePlayer(state => (isCurrentRow(state, track, listing) ? state.status : 'idle'))
  const isCurrent = status !== 'idle'
  const prefetch = () => prefetchTrack(track, listing)
  const pointer = useHoverIntent(prefetch)
  const tap = useTap(
    () => track.available && pressTrack(track, listing),
    () => track.available && playTrack(track, listing),
  )
  const isPlaying = status === 'playing' || status === 'loading'

  function openMenu(event: MouseEvent<HTMLElement>): void {
    const row = event.currentTarget.closest('[data-row]')
    const button = row?.querySelector<HTMLElement>('[data-menu]')
    if (button) onMenu(event, button, track)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer shortcuts; the buttons inside serve the keyboard
    <div
      data-row=""
      data-current={isCurrent || undefined}
      data-available={track.available}
      className="track-row"
      style={{ '--tint': track.picture.color } as CSSProperties}
      {...pointer}
      {...tap}
      onContextMenu={openMenu}
      onMouseDown={event => {
        // A double click plays and must not select text.
        if (event.detail > 1) event.preventDefault()
      }}
    >
      {movable && (
        <span data-handle="" className="track-handle">
          <GripVertical aria-hidden className="size-4" />
        </span>
      )}
      <GridCell className="track-picture">
        <Picture
          of={trackPicture(track)}
          thumbhash={track.picture.thumbhash}
          colour={track.picture.color}
          sizes="40px"
          className="rounded-small"
        />
        <PlayButton
          action={isPlaying ? 'pause' : 'play'}
          loading={status === 'loading'}
          disabled={!track.available}
          describedBy={titleId}
          onPress={() => pressTrack(track, listing)}
          onNear={prefetch}
          className="track-play"
          size="size-5"
        />
      </GridCell>
      <GridCell className="track-words">
        <p id={titleId} className="title-line track-title">
          <bdi>{track.title}</bdi>
          {isCurrent && <Equaliser playing={status === 'playing'} />}
        </p>
        <p className="track-artist">
          <CreditLinks track={track} />
        </p>
      </GridCell>
      <GridCell className="track-added tabular">
        <time dateTime={track.addedAt} className="block">
          <span className="hidden player:inline">{dayMonthYear(track.addedAt)}</span>
          <span className="player:hidden">{yearOf(track.addedAt)}</span>
        </time>
      </GridCell>
      <GridCell className="track-duration tabular">{track.duration}</GridCell>
      <GridCell className="contents">
        <LikeButton trackId={track.id} describedBy={titleId} className="track-like" />
      </GridCell>
      <GridCell className="contents">
        <MoreButton open={menuOpen} describedBy={titleId} onPress={openMenu} className="track-more" />
      </GridCell>
    </div>
  )
})
