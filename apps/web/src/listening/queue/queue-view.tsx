import { useEffect } from 'react'
import { usePlayer } from '../engine/use-player.ts'
import type { MoreOf } from './queue-list.tsx'
import { QUEUE_PANEL, scrollToQueue } from './queue-opening.ts'
import { QueueSource } from './queue-source.tsx'
import './queue-view.css'

interface Props {
  readonly byKey: boolean
  readonly moreOf: MoreOf
}

/** The two lists to play from, of which one is open (NOW-07, NOW-08, NOW-12). */
export default function QueueView({ byKey, moreOf }: Props) {
  const list = usePlayer(state => state.list)
  // Not before the sheet around it has opened.
  useEffect(scrollToQueue, [])
  useEffect(() => {
    if (!byKey) return
    // The row that plays, else what there is.
    const panel = document.getElementById(QUEUE_PANEL)
    const first = panel?.querySelector<HTMLElement>('li [tabindex="0"]') ?? panel?.querySelector('button')
    first?.focus({ preventScroll: true })
  }, [byKey])
  return (
    <>
      {list && <QueueSource source="album" listTitle={list.title} moreOf={moreOf} />}
      <QueueSource source="user" moreOf={moreOf} />
    </>
  )
}
