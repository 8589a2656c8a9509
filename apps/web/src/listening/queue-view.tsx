import { useLayoutEffect } from 'react'
import { QUEUE_PANEL, showQueue } from './queue-opening.ts'
import { QueueSource } from './queue-source.tsx'
import { usePlayer } from './use-player.ts'
import './queue-view.css'

/** The two lists to play from, of which one is open (NOW-07, NOW-08, NOW-12). */
export default function QueueView({ byKey }: { readonly byKey: boolean }) {
  const list = usePlayer(state => state.list)
  useLayoutEffect(showQueue, [])
  useLayoutEffect(() => {
    if (byKey) document.querySelector<HTMLElement>(`#${QUEUE_PANEL} :is([tabindex="0"], button)`)?.focus()
  }, [byKey])
  return (
    <>
      {list && <QueueSource source="album" title={`From ${list.title}:`} />}
      <QueueSource source="user" title="Your Tracks" />
    </>
  )
}
