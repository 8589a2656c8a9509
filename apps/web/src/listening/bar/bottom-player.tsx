import { listeningTexts } from '@refrain/messages/en/listening'
import { PanelRight } from 'lucide-react'
import { Link } from 'react-router'
import { CreditLinks } from '../../catalogue/credit-links.tsx'
import { paths } from '../../paths.ts'
import { PlaybackButton } from '../buttons/playback-button.tsx'
import { usePlayer } from '../engine/use-player.ts'
import { MovingCover } from './playing-cover.tsx'
import { ProgressControl } from './progress-control.tsx'
import { Transport } from './transport.tsx'
import { VolumeSlider } from './volume-slider.tsx'

interface Props {
  readonly panelOpen: boolean
  readonly onTogglePanel: () => void
}

/** The player at the bottom of windows wider than 550 px; a single row in low windows. */
export function BottomPlayer({ panelOpen, onTogglePanel }: Props) {
  return (
    <section
      aria-label={listeningTexts.player}
      data-player=""
      className="fixed inset-x-0 bottom-0 z-30 grid h-(--player) grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(11.5rem,1fr)] items-center gap-4 max-md:gap-3 border-t border-line bg-raised px-4 low:grid-cols-[minmax(2.5rem,1fr)_minmax(20rem,2.2fr)_minmax(10.5rem,1.1fr)] low:max-[40rem]:grid-cols-[minmax(20rem,1.6fr)_minmax(11.5rem,1fr)] low:gap-3 low:px-3"
    >
      <NowPlayingLine />
      <div className="mx-auto grid w-full max-w-160 gap-0.5 low:grid-cols-[auto_minmax(0,1fr)] low:items-center low:gap-2">
        <Transport />
        <ProgressControl />
      </div>
      <div className="ml-auto flex w-full max-w-60 items-center justify-end gap-2 max-md:gap-0 low:gap-0">
        <VolumeSlider />
        <PlaybackButton />
        <button
          type="button"
          aria-label={listeningTexts.toggleSidebar}
          aria-pressed={panelOpen}
          className="icon-button aria-pressed:text-accent"
          onClick={onTogglePanel}
        >
          <PanelRight aria-hidden className="size-5" />
        </button>
      </div>
    </section>
  )
}

function NowPlayingLine() {
  const track = usePlayer(state => state.track)
  if (!track) return <div className="low:max-[40rem]:hidden" />
  return (
    <div className="flex min-w-0 items-center gap-3 low:max-[40rem]:hidden">
      <MovingCover track={track} sizes="56px" className="size-12 flex-none lg:size-14 low:size-10" />
      <div className="min-w-0">
        <Link
          to={paths.album(track.albumId)}
          className="block text-sm leading-6 font-semibold hover:underline"
        >
          <bdi className="block w-fit max-w-full truncate">{track.title}</bdi>
        </Link>
        <p className="truncate text-xs leading-6 text-quiet">
          <CreditLinks track={track} linkClassName="py-1 hover:text-text hover:underline" />
        </p>
      </div>
    </div>
  )
}
