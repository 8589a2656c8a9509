import { listeningTexts } from '@refrain/messages/en/listening'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { Disc3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CreditLinks } from '../../catalogue/credit-links.tsx'
import { paths } from '../../paths.ts'
import { usePlayer } from '../engine/use-player.ts'
import { LongPart } from '../long/long-part.tsx'
import { CoverWithLyrics } from '../lyrics/cover-with-lyrics.tsx'
import { useQueueOpen } from '../queue/queue-opening.ts'
import { PlayingCover } from './playing-cover.tsx'
import { truncateTitle } from './truncate-title.ts'

/** Id of the title, for `aria-describedby`. */
export const PLAYING_TITLE = 'playing-title'

interface Props {
  /** Actions beside the title, such as the like button. */
  readonly likeButton?: ReactNode
  readonly followButton?: ReactNode
  /** Shown under the title: the controls, if they have no other place. */
  readonly children?: ReactNode
}

export function NowPlaying({ likeButton, followButton, children }: Props) {
  const track = usePlayer(state => state.track)
  const next = usePlayer(state => (state.settings.repeat === 'one' ? state.nextTrack : state.followingTrack))
  const queueOpen = useQueueOpen().open
  if (!track) {
    return (
      <>
        <NothingPlayed />
        {children}
      </>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="now-playing-head" data-beside-queue={queueOpen}>
        <CoverWithLyrics track={track}>
          <PlayingCover
            key={track.albumId}
            track={track}
            sizes="360px"
            className="playing-cover w-full shadow-float"
          />
        </CoverWithLyrics>
        <div className="flex min-w-0 items-start gap-2">
          <div className="min-w-0 flex-1">
            <h2 id={PLAYING_TITLE} className="text-lg font-bold">
              <Link
                to={paths.album(track.albumId)}
                title={track.title}
                className="break-words hover:underline pointer-coarse:-mt-4 pointer-coarse:inline-block pointer-coarse:pt-4 pointer-coarse:pb-1"
              >
                <bdi>{truncateTitle(track.title)}</bdi>
              </Link>
            </h2>
            <p className="text-sm text-quiet">
              <bdi className="block w-fit max-w-full truncate">{track.albumTitle}</bdi>
            </p>
          </div>
          {likeButton}
        </div>
      </div>
      {children}
      <LongPart />
      <section aria-label={listeningTexts.createdBy} className="rounded-panel bg-hover px-4 py-3">
        <h3 className="text-xs font-semibold text-quiet">{listeningTexts.createdBy}</h3>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <p className="min-w-0 truncate font-semibold pointer-coarse:py-2.5">
            <CreditLinks track={track} linkClassName="hover:underline pointer-coarse:py-3" />
          </p>
          {followButton}
        </div>
      </section>
      {next && <NextTrack track={next} />}
    </div>
  )
}

/** What comes after the current track, or what would if that did not repeat; the reason if autoplay chose it. */
function NextTrack({ track }: { readonly track: PlayerTrack }) {
  const similarTo = usePlayer(
    ({ continuation }) => continuation?.tracks.includes(track) && continuation.title,
  )
  const title = similarTo ? listeningTexts.similarTo({ track: similarTo }) : listeningTexts.next
  return (
    <section aria-label={title} className="rounded-panel bg-hover px-4 py-3">
      <h3 className="truncate text-xs font-semibold text-quiet">{title}</h3>
      <div className="mt-2 flex items-center gap-3">
        <PlayingCover track={track} sizes="48px" className="size-10 flex-none" />
        <div className="min-w-0">
          <p className="text-sm font-semibold" title={track.title}>
            <bdi className="block w-fit max-w-full truncate">{truncateTitle(track.title)}</bdi>
          </p>
          <p className="text-xs text-quiet">
            <bdi className="block w-fit max-w-full truncate">{track.artistName}</bdi>
          </p>
        </div>
      </div>
    </section>
  )
}

function NothingPlayed() {
  return (
    <div className="flex min-h-60 flex-1 flex-col items-center justify-center gap-4 p-4 text-center">
      <span className="grid size-24 place-items-center rounded-full bg-hover">
        <Disc3 aria-hidden className="size-10 text-quiet" strokeWidth={1.25} />
      </span>
      <p className="text-sm text-quiet">{listeningTexts.nothingPlaying}</p>
    </div>
  )
}
