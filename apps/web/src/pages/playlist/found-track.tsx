import type { Track } from '@refrain/contract/catalogue/tracks'
import { commonTexts } from '@refrain/messages/en/common'
import { libraryTexts } from '@refrain/messages/en/library'
import { Check, Plus } from 'lucide-react'
import { memo, useId } from 'react'
import { trackPicture } from '../../listening/engine/player-track.ts'
import { Picture } from '../../media/picture.tsx'
import { GridCell, GridRow } from '../../ui/grid/grid-parts.tsx'

interface Props {
  readonly index: number
  readonly track: Track
  /** Whether the playlist contains it. */
  readonly added: boolean
  readonly onAdd: (track: Track, button: HTMLElement) => void
}

/** A search result with a button that adds it to the playlist. */
export const FoundTrack = memo(function FoundTrack({ index, track, added, onAdd }: Props) {
  const id = useId()
  const Icon = added ? Check : Plus
  return (
    <GridRow index={index} className="flex h-(--row) items-center gap-3 rounded-cover px-2 hover:bg-hover">
      <Picture
        of={trackPicture(track)}
        thumbhash={track.picture.thumbhash}
        colour={track.picture.color}
        sizes="40px"
        className="w-10 flex-none rounded-small max-[16rem]:hidden"
      />
      <GridCell className="min-w-0 flex-1">
        <p id={id} className="truncate text-[0.9375rem] leading-5.5 font-semibold">
          <bdi>{track.title}</bdi>
        </p>
        <p className="truncate text-[0.8125rem] leading-4.5 text-quiet">
          <bdi>{track.artistName}</bdi>
        </p>
      </GridCell>
      <GridCell className="hidden min-w-0 flex-1 truncate text-[0.8125rem] text-quiet @2xl/main:block">
        <bdi>{track.albumTitle}</bdi>
      </GridCell>
      <GridCell className="tabular flex-none text-[0.8125rem] text-quiet max-row:hidden">
        {track.duration}
      </GridCell>
      <GridCell className="contents">
        <button
          type="button"
          aria-describedby={id}
          aria-disabled={added || undefined}
          className="flex h-9 w-25 max-[16rem]:w-auto max-[16rem]:px-3 flex-none items-center justify-center gap-1.5 rounded-full border border-line text-sm font-semibold transition-colors duration-(--duration-quick) hover:bg-hover aria-disabled:border-transparent aria-disabled:text-quiet pointer-coarse:h-11"
          onClick={({ currentTarget }) => !added && onAdd(track, currentTarget)}
        >
          <Icon aria-hidden className="size-4" />
          {added ? commonTexts.added : libraryTexts.add}
        </button>
      </GridCell>
    </GridRow>
  )
})
