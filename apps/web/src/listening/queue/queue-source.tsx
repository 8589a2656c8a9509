import { listeningTexts } from '@refrain/messages/en/listening'
import { formatNumber } from '@refrain/messages/language'
import type { ListSource, PlayerTrack } from '@refrain/player/state/player-state'
import { ChevronRight, ListPlus } from 'lucide-react'
import { useId } from 'react'
import { useListFilter } from '../../ui/filter/use-list-filter.tsx'
import { TextAround } from '../../ui/text-around.tsx'
import { ShuffleButton } from '../buttons/shuffle-button.tsx'
import { player } from '../engine/player.ts'
import { toggleShuffle } from '../engine/toggle-shuffle.ts'
import { usePlayer } from '../engine/use-player.ts'
import { AutoplayTracks } from './autoplay-tracks.tsx'
import { type MoreOf, QueueList } from './queue-list.tsx'

const NONE: readonly PlayerTrack[] = []
const textsOf = ({ title, artistName, albumTitle }: PlayerTrack) => [title, artistName, albumTitle]

interface Props {
  readonly source: ListSource
  /** Title of the album or playlist; undefined for Your Tracks. */
  readonly listTitle?: string
  /** The heading with the title in it. */
  readonly heading?: (listTitle: string) => string
  readonly moreOf: MoreOf
}

/**
 * One list of the queue. Its title expands it, collapses the other and makes it the source of the next
 * tracks; the current track plays on. Its shuffle works even while collapsed, its filter hides rows but changes no order.
 */
export function QueueSource({ source, listTitle, heading = title => title, moreOf }: Props) {
  const title = listTitle === undefined ? listeningTexts.yourTracks : heading(listTitle)
  const id = useId()
  const open = usePlayer(state => state.source === source)
  const shuffled = usePlayer(state => state.shuffled[source])
  const tracks = usePlayer(state => state.orders[source])
  const listId = usePlayer(state => (source === 'album' ? state.list?.id : undefined))
  // A collapsed list has no filter.
  const filter = useListFilter({
    ...{ rows: open ? tracks : NONE, textsOf, label: title },
    listId: `${open} ${listId}`,
  })
  return (
    <section {...filter.props} aria-labelledby={id} className="queue-source" data-open={open}>
      <div className="queue-heading">
        <h3 className="min-w-0 flex-1">
          <button
            id={id}
            type="button"
            aria-label={title}
            aria-expanded={open}
            aria-controls={open ? `${id}-list` : undefined}
            aria-disabled={open || undefined}
            title={title}
            className="queue-title"
            onClick={() => player.selectSource(source)}
          >
            <ChevronRight aria-hidden className="size-4 flex-none" />
            {listTitle === undefined ? (
              <span className="truncate">{title}</span>
            ) : (
              <span className="flex min-w-0 whitespace-pre">
                <TextAround text={heading}>
                  <bdi className="truncate">{listTitle}</bdi>
                </TextAround>
              </span>
            )}
          </button>
        </h3>
        {tracks.length > 0 && (
          <span aria-hidden className="tabular text-xs text-quiet">
            {formatNumber(tracks.length)}
          </span>
        )}
        {filter.button}
        <ShuffleButton
          on={shuffled}
          describedBy={id}
          onPress={() => toggleShuffle(source, false)}
          size="size-4.5"
        />
      </div>
      {filter.field && <div className="px-3">{filter.field}</div>}
      {open && tracks.length === 0 && (
        <div id={`${id}-list`} className="queue-scroll">
          <p className="queue-empty">
            <ListPlus aria-hidden className="size-5 flex-none" />
            {listeningTexts.queueEmpty}
          </p>
          <AutoplayTracks />
        </div>
      )}
      {open && tracks.length > 0 && (
        // A new order or album starts at the playing row again.
        <QueueList
          key={`${shuffled} ${listId}`}
          id={`${id}-list`}
          titleId={id}
          source={source}
          tracks={filter.shown}
          moreOf={moreOf}
          onEmpty={() => {
            if (!filter.focusField()) document.getElementById(id)?.focus()
          }}
        >
          {!filter.field && <AutoplayTracks />}
        </QueueList>
      )}
    </section>
  )
}
