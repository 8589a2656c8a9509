import { shellTexts } from '@refrain/messages/en/shell'
import { ChevronDown } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Announcer } from '../../listening/announcements/announcer.tsx'
import { PlayingColour } from '../../listening/bar/playing-colour.tsx'
import { ProgressControl } from '../../listening/bar/progress-control.tsx'
import { Transport } from '../../listening/bar/transport.tsx'
import { VolumeSlider } from '../../listening/bar/volume-slider.tsx'
import { PlaybackButton } from '../../listening/buttons/playback-button.tsx'
import { useSwipeDown } from '../../ui/hooks/use-swipe-down.ts'
import { useLayer } from '../../ui/layers/use-layer.ts'
import { NowPlayingPanel } from './now-playing-panel.tsx'
import { PlayerQueue } from './queue.tsx'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
}

/** The now-playing panel of small screens: covers the page and contains the player's controls. Back and a swipe down close it. */
export function NowPlayingSheet({ open, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  useLayer(onClose, { open })
  useSwipeDown(dialog, onClose)
  return (
    <dialog
      ref={dialog}
      aria-label={shellTexts.nowPlaying}
      data-player=""
      className="sheet fixed inset-0 m-0 size-full max-h-none max-w-none flex-col overflow-y-auto overscroll-contain bg-raised open:flex"
      onClose={onClose}
    >
      <PlayingColour />
      <div className="mx-auto flex w-full max-w-[clamp(23rem,var(--sheet-cover)+3rem,29rem)] flex-1 flex-col px-6 pb-6">
        <div className="-mx-3 my-1 flex flex-none justify-between">
          <button
            type="button"
            aria-label={shellTexts.closeNowPlaying}
            className="icon-button size-11"
            onClick={onClose}
          >
            <ChevronDown aria-hidden className="size-6" />
          </button>
          <PlaybackButton className="size-11" />
        </div>
        <div className="flex flex-1 flex-col gap-5">
          <NowPlayingPanel>
            <div className="grid gap-3">
              <ProgressControl stacked />
              <Transport large />
              {/* Aligns the icon with the text above. */}
              <div className="-ml-2 pointer-coarse:-ml-3">
                <VolumeSlider />
              </div>
            </div>
          </NowPlayingPanel>
        </div>
      </div>
      <PlayerQueue />
      {open && <Announcer />}
    </dialog>
  )
}
