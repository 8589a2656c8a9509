import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { useQuery } from '@tanstack/react-query'
import { Disc3 } from 'lucide-react'
import { type ReactElement, useSyncExternalStore } from 'react'
import { importStatusQuery } from '../../catalogue/import-status-query.ts'
import { EmptyIcon } from './empty-icon.tsx'
import { ImportProgress } from './import-progress.tsx'

interface Props {
  /** What is shown instead if other pages have music. */
  readonly children?: ReactElement
}

/**
 * Shown if a page has nothing to list: the progress of a running import, a word if the catalogue is empty, or just an icon
 * if other pages have music.
 */
export function EmptyCatalogue({ children = <EmptyIcon /> }: Props) {
  const { data } = useQuery(importStatusQuery)
  // The server renders the icon, so hydration must start with it.
  const status = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
    ? data
    : undefined
  if (!status || (status.tracks > 0 && !status.running)) return children
  return (
    <div data-empty="" className="grid min-h-80 content-center justify-items-center gap-6 py-10">
      <Disc3 aria-hidden className="size-20 text-neutral-cover" strokeWidth={1} />
      {status.running ? <ImportProgress tracks={status.tracks} running={status.running} /> : <NoMusic />}
    </div>
  )
}

const neverChanges = () => () => {}

function NoMusic() {
  return (
    <div className="grid max-w-xl gap-3 text-center text-balance">
      <h2 className="text-xl font-bold tracking-tight">{catalogueTexts.noMusicYet}</h2>
      <p className="text-quiet">{catalogueTexts.musicAppearsHere}</p>
    </div>
  )
}
