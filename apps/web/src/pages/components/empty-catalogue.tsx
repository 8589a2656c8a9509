import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { useQuery } from '@tanstack/react-query'
import { Disc3 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { importStatusQuery } from '../../catalogue/import-status-query.ts'
import { EmptyIcon } from './empty-icon.tsx'
import { ImportProgress } from './import-progress.tsx'

/**
 * Shown if a page has nothing to list: the progress of a running import, instructions if the catalogue is empty, or
 * just an icon if other pages have music.
 */
export function EmptyCatalogue() {
  const { data } = useQuery(importStatusQuery)
  // The server renders the icon, so hydration must start with it.
  const status = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
    ? data
    : undefined
  if (!status || (status.tracks > 0 && !status.running)) return <EmptyIcon />
  return (
    <div data-empty="" className="grid min-h-80 content-center justify-items-center gap-6 py-10">
      <Disc3 aria-hidden className="size-20 text-neutral-cover" strokeWidth={1} />
      {status.running ? (
        <ImportProgress tracks={status.tracks} running={status.running} />
      ) : (
        <NoMusic lastImport={status.lastImport} />
      )}
    </div>
  )
}

const neverChanges = () => () => {}

interface NoMusicProps {
  readonly lastImport: { readonly folders: readonly string[]; readonly problem: string } | undefined
}

/** @param lastImport only sent to visitors on the server's own machine */
function NoMusic({ lastImport }: NoMusicProps) {
  return (
    <div className="grid max-w-xl gap-3 text-center text-balance">
      <h2 className="text-xl font-bold tracking-tight">{catalogueTexts.noMusicYet}</h2>
      {lastImport ? (
        <>
          <p className="text-quiet [overflow-wrap:anywhere]">{explain(lastImport)}</p>
          <p className="text-quiet">
            {lastImport.folders.length > 0 ? catalogueTexts.addToFolder : catalogueTexts.addFolder}
          </p>
          <code className="justify-self-center rounded-cover bg-raised px-4 py-2 text-sm [overflow-wrap:anywhere] select-all">
            npm run import -- {lastImport.folders[0] ? quoted(lastImport.folders[0]) : '~/Music'}
          </code>
        </>
      ) : (
        <p className="text-quiet">{catalogueTexts.musicAppearsHere}</p>
      )}
    </div>
  )
}

function explain({ folders, problem }: NonNullable<NoMusicProps['lastImport']>): string {
  if (problem) return problem
  return folders.length > 0
    ? catalogueTexts.noneImported({ folders: folders.join(', ') })
    : catalogueTexts.noFolderImported
}

/** Quotes a path for a POSIX shell. */
const quoted = (path: string) => (/^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)
