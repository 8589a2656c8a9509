import type { Job } from '@refrain/contract/administration/jobs'
import { administrationTexts } from '@refrain/messages/en/administration'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { CirclePause, CirclePlay, DatabaseBackup } from 'lucide-react'
import { useToken } from '../../account/session.ts'
import { backUp, changeJob, failureText } from '../../administration/administer.ts'
import { jobsQuery } from '../../administration/collection-queries.ts'
import { formatDistance } from '../../administration/format-facts.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Section } from '../account/section.tsx'
import { AdminFrame } from './admin-frame.tsx'

const TEXTS = {
  analysis: 'analysisText',
  notifications: 'notificationsText',
  backups: 'backupsText',
} as const

/** The background work of the service: how it goes, and buttons that pause it. */
export function Component() {
  useDocumentTitle(titles.jobs)
  const { showError, toast } = useErrorToast()
  const { data, error } = useQuery(jobsQuery(useToken()))
  if (!data && error) throw error
  const attempt = (change: Promise<unknown>) =>
    change.catch(failure => showError(failureText(failure, administrationTexts.failed)))
  return (
    <AdminFrame>
      {!data && <Spinner className="mx-auto my-8 size-6" />}
      {data?.jobs.map(job => (
        <JobSection key={job.name} job={job} onChange={change => void attempt(change)} />
      ))}
      {toast}
    </AdminFrame>
  )
}

interface Props {
  readonly job: Job
  readonly onChange: (change: Promise<unknown>) => void
}

function JobSection({ job, onChange }: Props) {
  const { name, state, canStart, hasFailed, problem } = job
  const isPaused = state === 'paused'
  const Icon = isPaused ? CirclePlay : CirclePause
  return (
    <Section title={collectionTexts[name]} text={collectionTexts[TEXTS[name]]}>
      <p role="status" className="tabular font-semibold">
        {describeState(job)}
      </p>
      {hasFailed && (
        <p className="mt-1 text-sm [overflow-wrap:anywhere]">
          {collectionTexts.jobFailed} {problem || collectionTexts.failedText}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {state !== 'off' && (
          <button
            type="button"
            className="button"
            onClick={() => onChange(changeJob({ name, isPaused: !isPaused }))}
          >
            <Icon aria-hidden className="size-5" />
            {isPaused ? collectionTexts.resume : collectionTexts.pause}
          </button>
        )}
        {canStart && (
          <button
            type="button"
            className="button"
            aria-disabled={state === 'running' || undefined}
            onClick={() => {
              if (state !== 'running') onChange(backUp())
            }}
          >
            <DatabaseBackup aria-hidden className="size-5" />
            {collectionTexts.backUp}
          </button>
        )}
      </div>
    </Section>
  )
}

function describeState({ name, state, waiting, endedAt }: Job): string {
  const states = {
    running: collectionTexts.jobRunning,
    idle: collectionTexts.jobIdle,
    paused: collectionTexts.jobPaused,
    off: collectionTexts.jobOff,
  }
  const ended = name === 'notifications' ? collectionTexts.sent : collectionTexts.ended
  return [
    states[state],
    ...(waiting ? [collectionTexts.waiting({ count: waiting })] : []),
    ...(endedAt === null ? [] : [ended({ time: formatDistance(endedAt) })]),
  ].join(' · ')
}
