import type { Collection, WalkReason } from '@refrain/contract/administration/collection'
import { setUpVariables } from '@refrain/contract/administration/set-up'
import { administrationTexts } from '@refrain/messages/en/administration'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { Folder, FolderPlus, RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { failureText, scan } from '../../../administration/administer.ts'
import { formatDistance } from '../../../administration/format-facts.ts'
import { formatLength } from '../../../administration/format-length.ts'
import { Section } from '../../account/section.tsx'
import { AddFolderDialog } from './add-folder-dialog.tsx'
import { RemoveFolderButton } from './remove-folder-button.tsx'
import { WatchSwitch } from './watch-switch.tsx'

interface Props {
  readonly collection: Collection
  readonly onFailure: (message: string) => void
}

/** The folders of music, a button that imports them, and how far the running import is. */
export function Folders({ collection, onFailure }: Props) {
  const { folders, running, canAddFolder, watch, runs } = collection
  const [last] = runs
  const problem = last?.result === 'failed' ? last.problem : ''
  const [isAdding, setAdding] = useState(false)
  const isBusy = running !== null && !running.sample
  const start = () => scan().catch(error => onFailure(failureText(error, administrationTexts.failed)))
  return (
    <Section title={collectionTexts.folders} {...(!canAddFolder && { text: fixedText() })}>
      {folders.length === 0 && <p className="text-quiet">{collectionTexts.noFolders}</p>}
      <ul className="grid gap-3">
        {folders.map(({ path, importedAt, canRemove }) => (
          <li key={path} className="flex max-[16rem]:flex-wrap items-start gap-3">
            <Folder aria-hidden className="mt-0.5 size-5 flex-none text-quiet" />
            <div className="min-w-0">
              <p className="font-semibold [overflow-wrap:anywhere]">{path}</p>
              <p className="text-sm text-quiet">
                {importedAt === null
                  ? collectionTexts.neverImported
                  : collectionTexts.imported({ time: formatDistance(importedAt) })}
                {describeFollowing(watch, path)}
              </p>
            </div>
            {canRemove && <RemoveFolderButton path={path} onFailure={onFailure} />}
          </li>
        ))}
      </ul>
      {running && <Progress running={running} />}
      <div className="mt-4 flex flex-wrap gap-3">
        {folders.length > 0 && (
          <button
            type="button"
            className="button"
            aria-disabled={isBusy || undefined}
            onClick={() => {
              if (!isBusy) void start()
            }}
          >
            <RefreshCw aria-hidden className={`size-5 ${isBusy ? 'motion-safe:animate-spin' : ''}`} />
            {isBusy ? collectionTexts.scanning : collectionTexts.scan}
          </button>
        )}
        {canAddFolder && (
          <button type="button" className="button" aria-haspopup="dialog" onClick={() => setAdding(true)}>
            <FolderPlus aria-hidden className="size-5" />
            {collectionTexts.addFolder}
          </button>
        )}
      </div>
      {folders.length > 0 && (
        <div className="mt-4 border-t border-line pt-3">
          <WatchSwitch watch={watch} problem={problem} onFailure={onFailure} />
        </div>
      )}
      {isAdding && <AddFolderDialog onClose={() => setAdding(false)} />}
    </Section>
  )
}

/** How a folder is followed, after what else is said of it; '' if it is not. */
function describeFollowing({ isOn, folders }: Collection['watch'], path: string): string {
  const followed = folders.find(folder => folder.path === path)
  return isOn && followed ? ` · ${followedText(followed.reason)}` : ''
}

function followedText(reason: WalkReason): string {
  const texts = {
    '': collectionTexts.watched,
    remote: collectionTexts.scannedRemote,
    shared: collectionTexts.scannedShared,
    limit: collectionTexts.scannedLimit,
    silent: collectionTexts.scannedSilent,
    unavailable: collectionTexts.scannedUnavailable,
    bucket: collectionTexts.scannedBucket,
  } satisfies Record<WalkReason, string>
  return texts[reason]
}

/** Texts are read within functions, after the language has been loaded. */
const fixedText = () => administrationTexts.fromEnvironment({ variable: setUpVariables.music })

function Progress({ running }: { readonly running: NonNullable<Collection['running']> }) {
  const id = useId()
  const { done, total } = running
  return (
    <div className="mt-4 grid max-w-120 gap-2">
      <p id={id} className="tabular text-sm">
        {describeProgress(running)}
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        // The total is unknown until the folders have been walked.
        aria-valuenow={total > 0 ? Math.floor((100 * done) / total) : undefined}
        className="h-1 overflow-hidden rounded-full bg-(--track)"
      >
        <div
          className="h-full origin-left bg-accent transition-transform duration-(--duration-slow)"
          style={{ transform: `scaleX(${total > 0 ? done / total : 0})` }}
        />
      </div>
    </div>
  )
}

function describeProgress({ done, total, seconds, sample }: NonNullable<Collection['running']>): string {
  if (sample) return collectionTexts.addingSample
  if (total === 0) return collectionTexts.looking
  const rate = seconds > 0 ? done / seconds : 0
  return [
    collectionTexts.filesRead({ done, total }),
    ...(rate >= 1 ? [collectionTexts.filesPerSecond({ count: Math.round(rate) })] : []),
    ...(rate > 0 && done < total
      ? [collectionTexts.timeLeft({ time: formatLength((total - done) / rate) })]
      : []),
  ].join(' · ')
}
