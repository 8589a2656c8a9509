import type { Job } from '@refrain/contract/administration/jobs'
import { administrationTexts } from '@refrain/messages/en/administration'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { AudioLines, Brush, CirclePause, CirclePlay, DatabaseBackup, RefreshCw, Send } from 'lucide-react'
import { useToken } from '../../account/session.ts'
import { changeJob, failureText, runJob } from '../../administration/administer.ts'
import { jobsQuery } from '../../administration/collection-queries.ts'
import { formatDistance } from '../../administration/format-facts.ts'
import { nameJob } from '../../administration/name-job.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Section } from '../account/section.tsx'
import { AdminFrame } from './admin-frame.tsx'

const TEXTS = {
  imports: 'importJobText',
  analysis: 'analysisText',
  notifications: 'notificationsText',
  cleanUps: 'cleanUpsText',
  backups: 'backupsText',
} as const

/** What starts a job now. */
const STARTS = {
  imports: 'scan',
  analysis: 'runNow',
  notifications: 'sendNow',
  cleanUps: 'runNow',
  backups: 'backUp',
} as const
const ICONS = {
  imports: RefreshCw,
  analysis: AudioLines,
  notifications: Send,
  cleanUps: Brush,
  backups: DatabaseBackup,
} as const

/** The background work of the service: how it goes, and buttons that start and pause it. */
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
  const isBusy = state === 'running' || state === 'starting'
  const StartIcon = ICONS[name]
  return (
    <Section title={nameJob(name)} text={collectionTexts[TEXTS[name]]}>
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
            aria-disabled={isBusy || undefined}
            onClick={() => {
              if (!isBusy) onChange(runJob(name))
            }}
          >
            <StartIcon aria-hidden className="size-5" />
            {collectionTexts[STARTS[name]]}
          </button>
        )}
      </div>
    </Section>
  )
}

function describeState({ name, state, canStart, waiting, endedAt }: Job): string {
  const states = {
    starting: collectionTexts.jobStarting,
    running: collectionTexts.jobRunning,
    idle: collectionTexts.jobIdle,
    paused: collectionTexts.jobPaused,
    off: canStart ? collectionTexts.jobNotScheduled : collectionTexts.jobOff,
  }
  const ended = name === 'notifications' ? collectionTexts.sent : collectionTexts.ended
  return [
    states[state],
    ...(waiting ? [collectionTexts.waiting({ count: waiting })] : []),
    ...(endedAt === null ? [] : [ended({ time: formatDistance(endedAt) })]),
  ].join(' · ')
}
