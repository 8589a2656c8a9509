import { listeningTexts } from '@refrain/messages/en/listening'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { InfinityIcon } from 'lucide-react'
import { useId } from 'react'
import { TextAround } from '../../ui/text-around.tsx'
import { formatTime } from '../bar/format-time.ts'
import { PlayingCover } from '../bar/playing-cover.tsx'
import { PlayButton } from '../buttons/play-button.tsx'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'

/** The similar music that follows the end of the queue, apart from it, with the reason. Nothing unless autoplay comes next. */
export function AutoplayTracks() {
  const list = usePlayer(({ continuation, followingTrack }) =>
    continuation && followingTrack && continuation.tracks.includes(followingTrack) ? continuation : null,
  )
  const id = useId()
  if (!list) return null
  return (
    <section aria-labelledby={id} className="queue-autoplay">
      <h3 id={id} className="queue-autoplay-title" title={listeningTexts.similarTo({ track: list.title })}>
        <InfinityIcon aria-hidden className="size-4 flex-none" />
        <span className="flex min-w-0 whitespace-pre">
          <TextAround text={track => listeningTexts.similarTo({ track })}>
            <bdi className="truncate">{list.title}</bdi>
          </TextAround>
        </span>
      </h3>
      <ul>
        {list.tracks.map(track => (
          <li key={track.id}>
            <Row track={track} onPlay={() => player.playContinuation(track)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ track, onPlay }: { readonly track: PlayerTrack; readonly onPlay: () => void }) {
  const titleId = useId()
  return (
    <div className="queue-row">
      <PlayingCover track={track} sizes="36px" className="size-9 flex-none rounded-small" />
      <PlayButton
        action="play"
        loading={false}
        describedBy={titleId}
        onPress={onPlay}
        onNear={() => player.prefetch(track)}
        className="queue-play"
        size="size-4"
      />
      <div className="min-w-0 flex-1">
        <p id={titleId} className="title-line queue-track">
          <bdi>{track.title}</bdi>
        </p>
        <p className="text-xs text-quiet">
          <bdi className="block w-fit max-w-full truncate">{track.artistName}</bdi>
        </p>
      </div>
      <span className="queue-duration tabular text-xs text-quiet">{formatTime(track.durationSeconds)}</span>
    </div>
  )
}
