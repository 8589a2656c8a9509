import { listeningTexts } from '@refrain/messages/en/listening'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { ChevronUp, Disc3 } from 'lucide-react'
import { useRef } from 'react'
import { useSwipeAcross } from '../../ui/hooks/use-swipe-across.ts'
import { player } from '../engine/player.ts'
import { usePlayer, useProgress } from '../engine/use-player.ts'
import { PlayingColour } from './playing-colour.tsx'
import { MovingCover } from './playing-cover.tsx'
import { TogglePlay } from './transport.tsx'

interface Props {
  readonly panelOpen: boolean
  readonly onOpenPanel: () => void
}

/** The compact player of windows up to 550 px: opens the now-playing sheet, and skips when it is swiped to a side. */
export function MiniPlayer({ panelOpen, onOpenPanel }: Props) {
  const track = usePlayer(state => state.track)
  const swiped = useRef<HTMLDivElement>(null)
  useSwipeAcross(swiped, { enabled: track !== null, onLeft: player.next, onRight: player.previous })
  return (
    <section
      aria-label={listeningTexts.player}
      data-player=""
      className="fixed inset-x-0 bottom-[calc(var(--frame-bottom)-var(--mini-player))] z-30 border-t border-line bg-raised"
    >
      <PlayingColour />
      <ProgressLine />
      <div className="flex h-[calc(var(--mini-player)-3px)] items-center gap-1 pr-1 pl-3">
        <div className="h-full min-w-0 flex-1 overflow-x-clip">
          <div ref={swiped} className="relative flex h-full touch-pan-y items-center gap-3">
            {track ? <Playing track={track} /> : <NothingPlayed />}
            <button
              type="button"
              aria-label={listeningTexts.openNowPlaying}
              aria-haspopup="dialog"
              aria-expanded={panelOpen}
              // The button itself covers cover and text: a stretched pseudo-element would shrink with a pressed icon.
              className="absolute inset-0 flex items-center justify-end rounded-small pr-2 text-quiet -outline-offset-2 active:text-text"
              onClick={onOpenPanel}
            >
              <ChevronUp aria-hidden className="size-5" />
            </button>
          </div>
        </div>
        {track && (
          <span className="grid size-13 place-items-center">
            <TogglePlay size="size-11" icon="size-5" />
          </span>
        )}
      </div>
    </section>
  )
}

function Playing({ track }: { readonly track: PlayerTrack }) {
  return (
    <>
      <MovingCover track={track} sizes="48px" className="size-10 flex-none max-[16rem]:hidden" />
      <div className="min-w-0 flex-1 pr-9">
        <p className="text-sm font-semibold">
          <bdi className="block w-fit max-w-full truncate">{track.title}</bdi>
        </p>
        <p className="text-xs text-quiet">
          <bdi className="block w-fit max-w-full truncate">{track.artistName}</bdi>
        </p>
      </div>
    </>
  )
}

function NothingPlayed() {
  return (
    <>
      <span className="grid size-10 flex-none place-items-center rounded-cover bg-hover max-[16rem]:hidden">
        <Disc3 aria-hidden className="size-5 text-quiet" strokeWidth={1.5} />
      </span>
      <p className="min-w-0 flex-1 pr-9 text-sm text-quiet">{listeningTexts.nothingPlaying}</p>
    </>
  )
}

/** A thin progress line on the mini player; decorative. */
function ProgressLine() {
  const done = useProgress(({ position, duration }) => (duration > 0 ? position / duration : 0))
  return (
    <div aria-hidden className="h-0.5 w-full bg-line">
      <div
        ref={element => element?.style.setProperty('scale', `${done} 1`)}
        className="size-full origin-left scale-x-0 bg-accent"
      />
    </div>
  )
}
