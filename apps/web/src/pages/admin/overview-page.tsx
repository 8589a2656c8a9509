import type { Overview } from '@refrain/contract/administration/overview'
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
      <div className="grid gap-4 md:grid-cols-2">
        <Facts title={administrationTexts.music} facts={data && musicFacts(data)} rows={4} />
        <Facts title={administrationTexts.people} facts={data && peopleFacts(data)} rows={4} />
        <Facts title={administrationTexts.storage} facts={data && storageFacts(data)} rows={3} />
        <Facts title={administrationTexts.service} facts={data && serviceFacts(data)} rows={5} />
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
}

function Facts({ title, facts, rows }: Props) {
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
    </Section>
  )
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

function storageFacts({ database, disk, uploads }: Overview): Fact[] {
  const free = { free: formatSize(disk.free), size: formatSize(disk.size) }
  return [
    [administrationTexts.database, formatSize(database.size)],
    [administrationTexts.uploads, formatSize(uploads)],
    [administrationTexts.diskFree, administrationTexts.diskFreeOf(free)],
  ]
}

function serviceFacts({ versions, startedAt, memory, errors }: Overview): Fact[] {
  return [
    [serviceLogTexts.errorsOfDay, errors > 0 ? <ErrorsLink key="errors" count={errors} /> : formatNumber(0)],
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
