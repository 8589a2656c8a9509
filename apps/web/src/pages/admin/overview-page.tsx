import type { Overview, StorageKind } from '@refrain/contract/administration/overview'
import { administrationTexts } from '@refrain/messages/en/administration'
import { serviceLogTexts } from '@refrain/messages/en/administration/service-log'
import { titles } from '@refrain/messages/en/titles'
import { formatNumber } from '@refrain/messages/language'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useToken } from '../../account/session.ts'
import { overviewQuery } from '../../administration/administration-queries.ts'
import { formatDistance, formatSize } from '../../administration/format-facts.ts'
import { paths } from '../../paths.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Section } from '../account/section.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { AttentionList } from './attention-list.tsx'

/** Height of one fact with its gap. */
const ROW_REM = 1.75

type Fact = readonly [label: string, value: ReactNode]

/** How the service is: what it holds, who uses it, and what it needs. */
export function Component() {
  useDocumentTitle(titles.administration)
  const { data, error } = useQuery(overviewQuery(useToken()))
  if (!data && error) throw error
  return (
    <AdminFrame>
      <AttentionList kinds={data?.attention} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-4">
        <Facts title={administrationTexts.now} facts={data && nowFacts(data)} rows={4}>
          {administrationTexts.nowText}
        </Facts>
        <Facts title={administrationTexts.service} facts={data && serviceFacts(data)} rows={5} />
        <Facts title={administrationTexts.music} facts={data && musicFacts(data)} rows={4} />
        <div className="row-span-2 grid">
          <Facts title={administrationTexts.storage} facts={data && storageFacts(data)} rows={6} />
        </div>
        <Facts title={administrationTexts.people} facts={data && peopleFacts(data)} rows={4} />
      </div>
    </AdminFrame>
  )
}

interface Props {
  readonly title: string
  /** Undefined until loaded. */
  readonly facts: readonly Fact[] | undefined
  /** How many there will be. */
  readonly rows: number
  /** What the facts mean. */
  readonly children?: string
}

function Facts({ title, facts, rows, children }: Props) {
  return (
    <Section title={title}>
      {facts ? (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-quiet">{label}</dt>
              <dd className="tabular text-end font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <div aria-hidden className="rounded-small bg-skeleton" style={{ height: `${rows * ROW_REM}rem` }} />
      )}
      {children && <p className="mt-3 text-sm text-quiet">{children}</p>}
    </Section>
  )
}

function nowFacts({ isReady, now, errors }: Overview): Fact[] {
  return [
    [administrationTexts.health, isReady ? administrationTexts.ready : administrationTexts.notReady],
    [serviceLogTexts.errorsOfDay, errors > 0 ? <ErrorsLink key="errors" count={errors} /> : formatNumber(0)],
    [administrationTexts.listenersNow, formatNumber(now.listeners)],
    [administrationTexts.streamsNow, formatNumber(now.streams)],
  ]
}

function musicFacts({ catalogue }: Overview): Fact[] {
  return [
    [administrationTexts.artists, formatNumber(catalogue.artists)],
    [administrationTexts.albums, formatNumber(catalogue.albums)],
    [administrationTexts.tracks, formatNumber(catalogue.tracks)],
    [administrationTexts.missingTracks, formatNumber(catalogue.missingTracks)],
  ]
}

function peopleFacts({ people }: Overview): Fact[] {
  return [
    [administrationTexts.accounts, formatNumber(people.accounts)],
    [administrationTexts.active, formatNumber(people.active)],
    [administrationTexts.administrators, formatNumber(people.administrators)],
    [administrationTexts.disabledAccounts, formatNumber(people.disabled)],
  ]
}

const STORAGE_TEXTS: Readonly<Record<StorageKind, keyof typeof administrationTexts>> = {
  music: 'musicFiles',
  database: 'database',
  covers: 'covers',
  uploads: 'uploads',
  streams: 'streams',
  sample: 'sample',
  copies: 'copies',
  other: 'otherFiles',
}

function storageFacts({ storage, isStorageComplete, disk }: Overview): Fact[] {
  const free = { free: formatSize(disk.free), size: formatSize(disk.size) }
  return [
    ...storage.map(
      ({ kind, bytes }): Fact => [String(administrationTexts[STORAGE_TEXTS[kind]]), formatSize(bytes)],
    ),
    ...(isStorageComplete ? [] : [[administrationTexts.dataFolder, administrationTexts.measuring] as const]),
    ...(disk.size > 0 ? [[administrationTexts.diskFree, administrationTexts.diskFreeOf(free)] as const] : []),
  ]
}

function serviceFacts({ versions, startedAt, memory }: Overview): Fact[] {
  return [
    [administrationTexts.version, versions.service],
    ...(versions.revision ? [[administrationTexts.revision, versions.revision] as const] : []),
    [administrationTexts.running, formatDistance(startedAt)],
    [administrationTexts.memory, formatSize(memory)],
    [administrationTexts.runtime, versions.runtime],
    [administrationTexts.database, versions.database],
  ]
}

function ErrorsLink({ count }: { readonly count: number }) {
  return (
    <Link to={paths.adminLog('error')} className="rounded-small text-accent underline underline-offset-4">
      {formatNumber(count)}
    </Link>
  )
}
