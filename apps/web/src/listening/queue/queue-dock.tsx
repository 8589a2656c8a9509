import { listeningTexts } from '@refrain/messages/en/listening'
import { formatNumber } from '@refrain/messages/language'
import { ChevronDown, ListMusic } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { loadPart } from '../../ui/loading/load-part.ts'
import { usePlayer } from '../engine/use-player.ts'
import type { MoreOf } from './queue-list.tsx'
import {
  closeQueue,
  QUEUE_BUTTON,
  QUEUE_PANEL,
  scrollToQueue,
  toggleQueue,
  useQueueOpen,
} from './queue-opening.ts'

const load = () => loadPart(() => import('./queue-view.tsx'))
const QueueView = lazy(load)
const prepare = () => void load().catch(() => {})

const none: MoreOf = () => []

/** The queue at the bottom of the now-playing panel, and the button that opens it. */
export function QueueDock({ moreOf = none }: { readonly moreOf?: MoreOf | undefined }) {
  const { open, times, byKey } = useQueueOpen()
  const own = usePlayer(state => state.naturalOrders.user.length)
  return (
    <div className="queue-dock">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from anywhere inside */}
      <div
        id={QUEUE_PANEL}
        data-open={open}
        // Ctrl+F searches the page unless the focus is here.
        data-own-filter=""
        className="queue-panel"
        onTransitionEnd={event => {
          if (open && event.target === event.currentTarget) scrollToQueue()
        }}
        onKeyDown={event => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          // Keeps the sheet around it open.
          event.preventDefault()
          closeQueue()
        }}
      >
        {times > 0 && (
          <Suspense>
            <QueueView key={times} byKey={byKey} moreOf={moreOf} />
          </Suspense>
        )}
      </div>
      <button
        id={QUEUE_BUTTON}
        type="button"
        aria-controls={QUEUE_PANEL}
        // The visible effect of adding to the queue.
        aria-description={own > 0 && !open ? listeningTexts.countInYourTracks({ count: own }) : undefined}
        className="queue-button"
        onClick={event => toggleQueue(event.detail === 0)}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <ListMusic aria-hidden className="size-5" />
        {open ? listeningTexts.closeQueue : listeningTexts.openQueue}
        {own > 0 && !open && (
          <span aria-hidden className="tabular rounded-full bg-pressed px-2 text-xs leading-5 font-semibold">
            {formatNumber(own)}
          </span>
        )}
        <ChevronDown
          aria-hidden
          className={`ml-auto size-5 transition-transform ${open ? '' : 'rotate-180'}`}
        />
      </button>
    </div>
  )
}
