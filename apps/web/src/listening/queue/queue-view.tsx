import { listeningTexts } from '@refrain/messages/en/listening'
import { useEffect } from 'react'
import { whenLaidOut } from '../../ui/timing/when-laid-out.ts'
import { isSimilarList } from '../autoplay/similar-list.ts'
import { usePlayer } from '../engine/use-player.ts'
import type { MoreOf } from './queue-list.tsx'
import { QUEUE_PANEL, scrollToQueue } from './queue-opening.ts'
import { QueueSource } from './queue-source.tsx'
import './queue-view.css'

const fromList = (list: string) => listeningTexts.fromList({ list })
const similarTo = (track: string) => listeningTexts.similarTo({ track })

interface Props {
  readonly byKey: boolean
  readonly moreOf: MoreOf
}

/** The queue's two lists, one of them expanded. */
export default function QueueView({ byKey, moreOf }: Props) {
  const list = usePlayer(state => state.list)
  // Waits until the sheet around it has opened.
  useEffect(() => {
    const panel = document.getElementById(QUEUE_PANEL)
    if (panel) return whenLaidOut(panel, scrollToQueue)
  }, [])
  useEffect(() => {
    if (!byKey) return
    // The playing row, else the first focusable element.
    const panel = document.getElementById(QUEUE_PANEL)
    const first =
      panel?.querySelector<HTMLElement>('[role="row"] [tabindex="0"]') ?? panel?.querySelector('button')
    first?.focus({ preventScroll: true })
  }, [byKey])
  return (
    <>
      {list && (
        <QueueSource
          source="album"
          heading={isSimilarList(list) ? similarTo : fromList}
          listTitle={list.title}
          moreOf={moreOf}
        />
      )}
      <QueueSource source="user" moreOf={moreOf} />
    </>
  )
}
